import type { ReadCell } from "#shared/model/reader.ts";
import { always, belowOnRead, conditional, onDemand } from "../cells.ts";
import { type FileSet, folderOf, isBelow, join, nameOf } from "../file-set.ts";
import { frontIn, listOf, valueOf } from "../front-matter.ts";
import { dropped, type Reader, type ReaderInput } from "../reader.ts";

/** The name each file is known by; the first of a name wins. */
const SKILL_NAMES: ReadonlyMap<string, string> = new Map([
  [".cursorrules", "cursorrules"],
  ["agents.md", "agents"],
  ["agent.md", "agents"],
  ["claude.md", "claude"],
  ["gemini.md", "gemini"],
]);

const FAMILIES: ReadonlyMap<string, string> = new Map([
  ["claude", "Anthropic"],
  ["gemini", "Gemini"],
]);

const SKILL_FOLDERS = [".agents/skills", ".openhands/skills", ".openhands/microagents"];

export const openhands: Reader = {
  id: "openhands",
  name: "OpenHands",
  version: "1.43.1",
  checked: "2026-08-22",
  source: "OpenHands/software-agent-sdk 611629e6, openhands-sdk/openhands/sdk/skills/skill.py",
  confidence: "A",
  verified: true,
  limit: null,
  ordered: true,
  names: [".cursorrules", "AGENTS.md", "AGENT.md", "CLAUDE.md", "GEMINI.md"],
  home: SKILL_FOLDERS.map((folder) => `${folder}/`),
  rules: {
    names:
      "Reads .cursorrules, AGENTS.md or AGENT.md, CLAUDE.md and GEMINI.md in any capitals. AGENT.md comes first and takes the place of AGENTS.md.",
    places: "Reads the working folder, then the git root. Folders between are skipped.",
    first: "A file in the working folder replaces the one with the same name in the git root.",
    model: "CLAUDE.md is read for Anthropic models only, GEMINI.md for Gemini models only.",
    below: "A file below the working folder counts for the files of its folder.",
    skills:
      "Reads .md files of .agents/skills, .openhands/skills and .openhands/microagents: without triggers whole, with triggers on a match; SKILL.md files are listed.",
  },
  read(input) {
    const { files, cwd, gitRoot } = input;
    const loaded: ReadCell[] = [];
    const never: ReadCell[] = [];
    const taken = new Map<string, string>();
    const folders = gitRoot === null || gitRoot === cwd ? [cwd] : [cwd, gitRoot];
    for (const folder of folders) {
      for (const path of files.children(folder)) {
        const name = SKILL_NAMES.get(nameOf(path).toLowerCase());
        if (name === undefined || files.isBlank(path)) continue;
        const before = taken.get(name);
        if (before !== undefined)
          never.push(dropped(path, "replaced", folderOf(before) === folder ? "names" : "first", before));
        else {
          taken.set(name, path);
          place(input, path, name, always(path, "names"), loaded, never);
        }
      }
    }
    loaded.push(...skillsIn(input, folders));
    for (const path of below(files, cwd)) {
      const name = SKILL_NAMES.get(nameOf(path).toLowerCase()) ?? "";
      place(input, path, name, belowOnRead(path, "below"), loaded, never);
    }
    return { loaded, dropped: never };
  },
};

/** By the model's family; when that is not known, the file is on condition. */
const place = (
  { settings }: ReaderInput,
  path: string,
  name: string,
  cell: ReadCell,
  loaded: ReadCell[],
  never: ReadCell[],
): void => {
  const family = FAMILIES.get(name);
  const model = settings.get("modelFamily");
  if (family === undefined || model === name) loaded.push(cell);
  else if (model !== undefined) never.push(dropped(path, "wrong-model", "model"));
  else loaded.push(cell.how === "always" ? conditional(path, "model", "model-only", family) : cell);
};

const below = (files: FileSet, cwd: string): readonly string[] => {
  const names = [...files.names()].filter((name) => SKILL_NAMES.has(name.toLowerCase()));
  return names
    .flatMap((name) => files.named(name))
    .filter(
      (path) =>
        isBelow(cwd, path) &&
        folderOf(path) !== cwd &&
        !files.isBlank(path) &&
        !/\/(?:\.[^/]+|node_modules)\//.test(path.slice(cwd.length)),
    )
    .sort();
};

const skillsIn = ({ files, home }: ReaderInput, folders: readonly string[]): readonly ReadCell[] => {
  const roots = [...folders, ...(home === null ? [] : [home])].flatMap((folder) =>
    SKILL_FOLDERS.map((name) => join(folder, name)),
  );
  return roots.flatMap((root) =>
    files.below(root).flatMap((path): readonly ReadCell[] => {
      const name = nameOf(path);
      if (name === "SKILL.md") return [onDemand(path, "skills", "listed")];
      if (!name.endsWith(".md") || name === "README.md" || files.isBlank(path)) return [];
      const isPartOfSkill = files.has(join(folderOf(path), "SKILL.md"));
      if (isPartOfSkill) return [];
      const front = frontIn(files, path);
      const triggers = [...listOf(valueOf(front, "triggers")), ...listOf(valueOf(front, "paths"))];
      if (triggers.length === 0) return [always(path, "skills", "rule")];
      return [conditional(path, "skills", "trigger", triggers.join(", "))];
    }),
  );
};
