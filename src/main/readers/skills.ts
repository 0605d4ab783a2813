import type { ReadCell } from "#shared/model/reader.ts";
import { onDemand } from "./cells.ts";
import { chain, folderOf, join, nameOf } from "./file-set.ts";
import { frontIn, textOf, valueOf } from "./front-matter.ts";
import { dropped, type ReaderInput } from "./reader.ts";

/** Skills: a name and a description in a list; the text is read when one is used. */
export type SkillCells = { readonly loaded: readonly ReadCell[]; readonly dropped: readonly ReadCell[] };

type Skill = {
  readonly path: string;
  readonly name: string;
  readonly description: string;
  readonly bytes: number;
};

const MAX_SKILLS = 2_000;

const skillsBelow = ({ files }: ReaderInput, folders: readonly string[]): readonly Skill[] => {
  const found = new Map<string, Skill>();
  for (const folder of new Set(folders)) {
    for (const path of files.below(folder)) {
      if (nameOf(path) !== "SKILL.md" || found.size >= MAX_SKILLS) continue;
      const front = frontIn(files, path);
      const name = textOf(valueOf(front, "name"));
      const extra = textOf(valueOf(front, "when_to_use"));
      const description = [textOf(valueOf(front, "description")), extra]
        .filter((text) => text !== "")
        .join(" ");
      found.set(path, { path, name, description, bytes: files.get(path)?.bytes ?? 0 });
    }
  }
  return [...found.values()];
};

const listed = ({ path, description }: Skill, chars = description.length): ReadCell => ({
  ...onDemand(path, "skills", "listed"),
  ...(chars < description.length && { shown: { chars, of: description.length } }),
});

const onChain = ({ gitRoot, cwd }: ReaderInput, names: readonly string[]): readonly string[] =>
  chain(gitRoot ?? cwd, cwd).flatMap((folder) => names.map((name) => join(folder, name)));

const inHome = ({ home }: ReaderInput, names: readonly string[]): readonly string[] =>
  home === null ? [] : names.map((name) => join(home, name));

/** When the window is not known, all lines share this many characters. */
const CODEX_LIST_CHARS = 8_000;

/** Every line keeps name and path; the rest is handed out one character per skill in turn. */
export const codexSkills = (input: ReaderInput): SkillCells => {
  const skills = skillsBelow(input, [
    ...onChain(input, [".agents/skills", ".codex/skills"]),
    ...inHome(input, [".agents/skills", ".codex/skills"]),
  ]);
  const fixed = (skill: Skill) =>
    `- ${skill.name || nameOf(folderOf(skill.path))}:  (file: ${skill.path})\n`.length;
  const loaded: ReadCell[] = [];
  const never: ReadCell[] = [];
  let left = CODEX_LIST_CHARS;
  const kept: Skill[] = [];
  for (const skill of skills) {
    if (fixed(skill) > left) never.push(dropped(skill.path, "list-full", "skills"));
    else {
      left -= fixed(skill);
      kept.push(skill);
    }
  }
  const wanted = kept.map(({ description }) => Math.min(description.length, 1_024));
  const shares = evenShares(wanted, left);
  for (const [index, skill] of kept.entries()) loaded.push(listed(skill, shares[index] ?? 0));
  return { loaded, dropped: never };
};

/** What each gets when the room is handed out in turn until nobody wants more. */
export const evenShares = (wanted: readonly number[], room: number): readonly number[] => {
  const order = wanted.map((_, index) => index).sort((a, b) => (wanted[a] ?? 0) - (wanted[b] ?? 0));
  const shares = wanted.map(() => 0);
  let left = Math.max(0, room);
  for (const [done, index] of order.entries()) {
    const share = Math.min(wanted[index] ?? 0, Math.floor(left / (order.length - done)));
    shares[index] = share;
    left -= share;
  }
  return shares;
};

const CLAUDE_LIST_CHARS = 8_000;
const CLAUDE_ENTRY_CHARS = 1_536;

/** All names stay; over the limit descriptions go. Which are least used is not known here, so the last go. */
export const claudeSkills = (input: ReaderInput): SkillCells => {
  const skills = skillsBelow(input, [
    ...onChain(input, [".claude/skills"]),
    ...inHome(input, [".claude/skills"]),
  ]);
  let left = CLAUDE_LIST_CHARS;
  const loaded = skills.map((skill) => {
    const chars = Math.min(skill.description.length, CLAUDE_ENTRY_CHARS);
    const isIn = chars <= left;
    if (isIn) left -= chars;
    return listed(skill, isIn ? chars : 0);
  });
  return { loaded, dropped: [] };
};

const ZED_LIST_BYTES = 51_200;
const ZED_SKILL_BYTES = 102_400;

/** From the first skill that does not fit, all later ones are left out. */
export const zedSkills = (input: ReaderInput): SkillCells => {
  const skills = skillsBelow(input, [
    ...inHome(input, [".agents/skills"]),
    join(input.cwd, ".agents/skills"),
  ]);
  const loaded: ReadCell[] = [];
  const never: ReadCell[] = [];
  let left = ZED_LIST_BYTES;
  for (const skill of skills) {
    const size = Buffer.byteLength(skill.name) + Buffer.byteLength(skill.description);
    if (skill.bytes > ZED_SKILL_BYTES) never.push(dropped(skill.path, "too-large", "skills"));
    else if (size > left) {
      left = -1;
      never.push(dropped(skill.path, "list-full", "skills"));
    } else {
      left -= size;
      loaded.push(listed(skill));
    }
  }
  return { loaded, dropped: never };
};

/** opencode: a name is required; without a description a skill is not listed. */
export const openSkills = (input: ReaderInput): SkillCells => {
  const names = [".claude/skills", ".agents/skills", ".opencode/skill", ".opencode/skills"];
  const skills = skillsBelow(input, [
    ...onChain(input, names),
    ...inHome(input, [".claude/skills", ".agents/skills"]),
  ]);
  const isListed = ({ name, description }: Skill) => name !== "" && description !== "";
  return {
    loaded: skills
      .filter(isListed)
      .sort((a, b) => (a.name < b.name ? -1 : 1))
      .map((skill) => listed(skill)),
    dropped: skills
      .filter((skill) => !isListed(skill))
      .map(({ path }) => dropped(path, "invalid-front-matter", "skills")),
  };
};

const CRUSH_NAME = 64;
const CRUSH_DESCRIPTION = 1_024;

export const crushSkills = (input: ReaderInput): SkillCells => {
  const names = [".agents/skills", ".crush/skills", ".claude/skills", ".cursor/skills"];
  const { cwd, gitRoot } = input;
  const here = [cwd, ...(gitRoot === null ? [] : [gitRoot])].flatMap((folder) =>
    names.map((name) => join(folder, name)),
  );
  const skills = skillsBelow(input, [
    ...here,
    ...inHome(input, [".config/crush/skills", ".config/agents/skills", ".agents/skills", ".claude/skills"]),
  ]);
  const isValid = ({ name, description }: Skill) =>
    name !== "" && name.length <= CRUSH_NAME && Buffer.byteLength(description) <= CRUSH_DESCRIPTION;
  return {
    loaded: skills.filter(isValid).map((skill) => listed(skill)),
    dropped: skills
      .filter((skill) => !isValid(skill))
      .map(({ path }) => dropped(path, "invalid-front-matter", "skills")),
  };
};

/** Skills of the working folder alone, without a limit. */
export const folderSkills = (input: ReaderInput, names: readonly string[]): SkillCells => ({
  loaded: skillsBelow(
    input,
    names.map((name) => join(input.cwd, name)),
  ).map((skill) => listed(skill)),
  dropped: [],
});
