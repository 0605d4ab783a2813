import { parse } from "yaml";
import { lowestOrigin, type Origin } from "#shared/model/origin.ts";

export type Skill = { readonly name: string; readonly description: string };
type SkillText = Skill & { readonly body: string };

type SkillFile = { readonly path: string; readonly inner: string; front(): string; text(): string };

/** Names and descriptions of `skills/<name>/SKILL.md`; an invalid file is reported and the others load. */
export const listSkills = (files: readonly SkillFile[], warnings: string[]): readonly Skill[] =>
  files.flatMap((file) => {
    if (!isSkillFile(file.inner)) return [];
    const skill = parseSkill(file.front() + file.text());
    if (skill !== null) return [{ name: skill.name, description: skill.description }];
    warnings.push(
      `${file.path} has no front matter of at most 16 KB with a name and a description. The skill was left out.`,
    );
    return [];
  });

/** The lowest origin of the files that skills are listed from. */
export const skillsOrigin = (files: readonly SkillFile[], originOf: (text: string) => Origin): Origin =>
  lowestOrigin(
    originOf(""),
    ...files.filter(({ inner }) => isSkillFile(inner)).map((file) => originOf(file.front() + file.text())),
  );

/** The body of a skill, which is in no prompt until it is requested; null when no skill has this name. */
export const skillBody = (files: readonly SkillFile[], name: string): string | null =>
  files
    .filter((file) => isSkillFile(file.inner))
    .map((file) => parseSkill(file.front() + file.text()))
    .find((skill) => skill?.name === name)?.body ?? null;

/** A front matter holds a name and a description; the time to parse YAML grows faster than its length. */
const MAX_HEADER_CHARS = 16 * 1024;

/** Folders that start with `_` or `.` are drafts. */
const isSkillFile = (inner: string) => /^skills\/[^/_.][^/]*\/SKILL\.md$/.test(inner);

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
