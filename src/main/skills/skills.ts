import { createHash } from "node:crypto";
import { join } from "node:path";
import { Failure } from "#shared/contract/index.ts";
import { lowestOrigin, type Origin } from "#shared/model/origin.ts";
import { KeptFiles } from "../base/kept-files.ts";
import { parseSkill, type SkillText } from "./parse-skill.ts";

/**
 * Skills come from five places, the project's before the user's own. The first skill of a name wins.
 *
 * - `workspace`: `skills/` of the agent's workspace, from the index of its files
 * - `agents`, `claude`: `.agents/skills/` and `.claude/skills/` of the project
 * - `team`: of the team space that the project uses, as this computer has them
 * - `own`: the user's own folder, which belongs to no project
 *
 * A skill from a project speaks only after the user saw it (`seal` binds the approval to its text and to what its
 * files say); nothing in a skill's folder is ever run.
 */
export type SkillPlace = "workspace" | "agents" | "claude" | "team" | "own";

export type FoundSkill = SkillText & {
  readonly place: SkillPlace;
  /** Of the SKILL.md: project-relative, or relative to the user data folder. */
  readonly path: string;
  /** SHA-256 of the whole SKILL.md and the names of its files. */
  readonly hash: string;
  readonly origin: Origin;
  /** Paths below the skill's folder that can be read on demand. */
  readonly files: readonly string[];
};

export type SkillList = {
  readonly skills: readonly FoundSkill[];
  /** Sentences about skills that were left out. */
  readonly problems: readonly string[];
};

type WorkspaceFile = {
  readonly path: string;
  readonly inner: string;
  readonly sha: string;
  front(): string;
  text(): string;
};

export type SkillsOptions = {
  readonly project: string;
  /** The user data folder; the user's own skills are in its `skills/`. */
  readonly userData: string;
  readonly isTrusted: () => boolean;
  /** Every text file of a workspace. */
  readonly files: (workspace: string) => readonly WorkspaceFile[];
  readonly originOf: (text: string) => Origin;
  readonly team?: () => Iterable<Omit<WorkspaceFile, "sha"> & { readonly origin: Origin }>;
};

const MAX_SKILL_BYTES = 1024 * 1024;
const MAX_SKILLS_PER_FOLDER = 200;
const MAX_FILES_PER_SKILL = 100;
/** Only these folders of a skill are read on demand. */
const READ_FOLDERS = ["references", "assets"];
const NO_SKILLS: SkillList = { skills: [], problems: [] };

export class Skills {
  readonly #options: SkillsOptions;
  readonly #project: KeptFiles;
  readonly #own: KeptFiles;
  /** What was read of a file, until it changes. */
  readonly #read = new Map<string, { readonly mark: string; readonly text: string | null }>();

  /** Hashes of files that skills bring, until they change. */
  readonly #contents = new Map<string, { readonly mark: string; readonly content: string }>();

  constructor(options: SkillsOptions) {
    this.#options = options;
    this.#project = new KeptFiles(options.project);
    this.#own = KeptFiles.inUserData(options.userData);
  }

  /** The skills of a workspace. A folder that the user does not trust has none. */
  list(workspace: string): SkillList {
    if (!this.#options.isTrusted()) return NO_SKILLS;
    const found = [
      ...this.#inWorkspace(workspace),
      ...this.#inFolder(this.#project, ".agents/skills", "agents"),
      ...this.#inFolder(this.#project, ".claude/skills", "claude"),
      ...this.#ofTeam(),
      ...this.#inFolder(this.#own, "skills", "own"),
    ];
    const skills = new Map<string, FoundSkill>();
    const problems: string[] = [];
    for (const one of found) {
      if (typeof one === "string") problems.push(one);
      else if (!skills.has(one.name)) skills.set(one.name, one);
    }
    return { skills: [...skills.values()], problems };
  }

  /** Fails with `skill-not-found`. */
  get(workspace: string, name: string): FoundSkill {
    const found = this.list(workspace).skills.find((skill) => skill.name === name);
    if (found) return found;
    throw new Failure("skill-not-found", `There is no skill called "${name}".`, { name });
  }

  /** SHA-256 of a skill's text and of all its files that can be read: what an approval holds for. */
  async seal(skill: FoundSkill): Promise<string> {
    const files = skill.place === "own" ? this.#own : this.#project;
    const contents: string[] = [];
    for (const file of skill.files) {
      const path = `${folderOf(skill.path)}/${file}`;
      const mark = files.mark(path);
      const known = this.#contents.get(path);
      // A file that is too large to be read says nothing to a model, either.
      const content =
        known?.mark === mark
          ? known.content
          : await files.read(path, MAX_SKILL_BYTES).then(sha256, () => "unreadable");
      this.#contents.set(path, { mark, content });
      contents.push(content);
    }
    return sha256(JSON.stringify([skill.hash, contents]));
  }

  /** The text of a file of a skill. Fails with `skill-file-not-found` for a file that is not one of its list. */
  async readFile(skill: FoundSkill, file: string): Promise<string> {
    if (!skill.files.includes(file)) {
      throw new Failure("skill-file-not-found", `The skill "${skill.name}" has no file ${file} to read.`, {
        file,
      });
    }
    const files = skill.place === "own" ? this.#own : this.#project;
    const bytes = await files.read(`${folderOf(skill.path)}/${file}`, MAX_SKILL_BYTES);
    try {
      return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      throw new Failure("skill-file-not-text", `${file} is not text.`, { file });
    }
  }

  #inWorkspace(workspace: string): readonly (FoundSkill | string)[] {
    return skillFiles(this.#options.files(workspace)).map((file) =>
      this.#parsed(this.#project, file.path, "workspace", file.front() + file.text()),
    );
  }

  /** Only the text: a team has no files beside it. */
  #ofTeam(): readonly (FoundSkill | string)[] {
    const files = [...(this.#options.team?.() ?? [])].filter(({ inner }) => SKILL_PATH.test(inner));
    return files.map((file) => {
      const text = file.front() + file.text();
      const skill = parseSkill(text);
      if (skill === null) return notASkill(file.path);
      const hash = sha256(JSON.stringify([text, []]));
      return { ...skill, place: "team", path: file.path, hash, origin: file.origin, files: [] };
    });
  }

  #inFolder(files: KeptFiles, folder: string, place: SkillPlace): readonly (FoundSkill | string)[] {
    const names = namesIn(files, folder).filter((name) => !/^[_.]/.test(name));
    return names
      .slice(0, MAX_SKILLS_PER_FOLDER)
      .map((name) => `${folder}/${name}/SKILL.md`)
      .filter((path) => lookAt(files, path) === "file")
      .map((path) => {
        const text = this.#textOf(files, path);
        return text === null
          ? `${path} could not be read. The skill was left out.`
          : this.#parsed(files, path, place, text);
      });
  }

  #parsed(files: KeptFiles, path: string, place: SkillPlace, text: string): FoundSkill | string {
    const skill = parseSkill(text);
    if (skill === null) return notASkill(path);
    const listed = filesOf(files, folderOf(path));
    const hash = sha256(JSON.stringify([text, listed]));
    const origin = place === "own" ? "you" : this.#options.originOf(text);
    return { ...skill, place, path, hash, origin, files: listed };
  }

  /** Null when it is not text or over 1 MB. */
  #textOf(files: KeptFiles, path: string): string | null {
    const key = join(files.root, path);
    const mark = files.mark(path);
    const known = this.#read.get(key);
    if (known?.mark === mark) return known.text;
    const text = readText(files, path);
    this.#read.set(key, { mark, text });
    return text;
  }
}

const notASkill = (path: string): string =>
  `${path} has no front matter of at most 16 KB with a name and a description. The skill was left out.`;

/** The lowest origin of skills that a prompt lists. */
export const skillsOrigin = (skills: readonly FoundSkill[], folder: Origin): Origin =>
  lowestOrigin(folder, ...skills.map(({ origin }) => origin));

const sha256 = (content: string | Uint8Array): string => createHash("sha256").update(content).digest("hex");

const folderOf = (path: string) => path.slice(0, path.lastIndexOf("/"));

const readText = (files: KeptFiles, path: string): string | null => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(files.readSync(path, MAX_SKILL_BYTES));
  } catch {
    return null;
  }
};

/** Empty also where a link or a file is in the place of the folder. */
const namesIn = (files: KeptFiles, folder: string): readonly string[] => {
  try {
    return [...files.namesSync(folder)].sort();
  } catch {
    return [];
  }
};

const lookAt = (files: KeptFiles, path: string) => {
  try {
    return files.look(path);
  } catch {
    return null;
  }
};

const filesOf = (files: KeptFiles, folder: string): readonly string[] =>
  READ_FOLDERS.flatMap((name) =>
    namesIn(files, `${folder}/${name}`)
      .map((file) => `${name}/${file}`)
      .filter((path) => lookAt(files, `${folder}/${path}`) === "file"),
  ).slice(0, MAX_FILES_PER_SKILL);

/** Cached per list, which is the same until a file changes: every preview asks, and a list may be long. */
const skillFiles = (files: readonly WorkspaceFile[]): readonly WorkspaceFile[] => {
  const known = skillLists.get(files);
  if (known) return known;
  const found = files.filter(({ inner }) => SKILL_PATH.test(inner));
  skillLists.set(files, found);
  return found;
};

const skillLists = new WeakMap<readonly WorkspaceFile[], readonly WorkspaceFile[]>();

/** Folders that start with `_` or `.` are drafts. */
const SKILL_PATH = /^skills\/[^/_.][^/]*\/SKILL\.md$/;
