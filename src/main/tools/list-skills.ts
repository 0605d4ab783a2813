import { parse } from "yaml";
import { lowestOrigin, type Origin } from "#shared/model/origin.ts";

export type Skill = { readonly name: string; readonly description: string };
type SkillText = Skill & { readonly body: string };

type SkillFile = { readonly path: string; readonly inner: string; front(): string; text(): string };

/** Names and descriptions of `skills/<name>/SKILL.md`; an invalid file is reported and the others load. */
export const listSkills = (files: readonly SkillFile[], warnings: string[]): readonly Skill[] =>
  skillFiles(files).flatMap((file) => {
    const skill = parseSkill(file.front() + file.text());
    if (skill !== null) return [{ name: skill.name, description: skill.description }];
    warnings.push(
      `${file.path} has no front matter of at most 16 KB with a name and a description. The skill was left out.`,
    );
    return [];
  });

/** The lowest origin of the files that skills are listed from. */
export const skillsOrigin = (files: readonly SkillFile[], originOf: (text: string) => Origin): Origin =>
  lowestOrigin(originOf(""), ...skillFiles(files).map((file) => originOf(file.front() + file.text())));

/** The body of a skill, which is in no prompt until it is requested; null when no skill has this name. */
export const skillBody = (files: readonly SkillFile[], name: string): string | null =>
  skillFiles(files)
    .map((file) => parseSkill(file.front() + file.text()))
    .find((skill) => skill?.name === name)?.body ?? null;

/** A front matter holds a name and a description; the time to parse YAML grows faster than its length. */
const MAX_HEADER_CHARS = 16 * 1024;

/** Cached per list, which is the same until a file changes: every preview asks, and a list may be long. */
const skillFiles = (files: readonly SkillFile[]): readonly SkillFile[] => {
  const known = skillLists.get(files);
  if (known) return known;
  const found = files.filter(({ inner }) => SKILL_PATH.test(inner));
  skillLists.set(files, found);
  return found;
};

const skillLists = new WeakMap<readonly SkillFile[], readonly SkillFile[]>();

/** Folders that start with `_` or `.` are drafts. */
const SKILL_PATH = /^skills\/[^/_.][^/]*\/SKILL\.md$/;

const parseSkill = (text: string): SkillText | null => {
  const [whole = "", header] = /^\s*---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text) ?? [];
  if (header === undefined || header.length > MAX_HEADER_CHARS) return null;
  try {
    const { name, description } = (parse(header, { uniqueKeys: false }) ?? {}) as Record<string, unknown>;
    return typeof name === "string" && name !== "" && typeof description === "string"
      ? { name, description, body: text.slice(whole.length).trim() }
      : null;
  } catch {
    return null;
  }
};
