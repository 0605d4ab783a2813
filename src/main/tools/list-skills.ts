import { parse } from "yaml";

export type Skill = { readonly name: string; readonly description: string };

type SkillFile = { readonly path: string; readonly inner: string; text(): string };

/** Names and descriptions of `skills/<name>/SKILL.md`; a bad file is reported and the others load. */
export const listSkills = (files: readonly SkillFile[], warnings: string[]): readonly Skill[] =>
  files.flatMap((file) => {
    if (!isSkillFile(file.inner)) return [];
    const header = frontMatterOf(file.text());
    if (header !== null) return [header];
    warnings.push(`${file.path} has no front matter with a name and a description. The skill was left out.`);
    return [];
  });

/** Folders that start with `_` or `.` are drafts. */
const isSkillFile = (inner: string) => /^skills\/[^/_.][^/]*\/SKILL\.md$/.test(inner);

const frontMatterOf = (text: string): Skill | null => {
  const header = /^\s*---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(text)?.[1];
  if (header === undefined) return null;
  try {
    const { name, description } = (parse(header) ?? {}) as Record<string, unknown>;
    return typeof name === "string" && name !== "" && typeof description === "string"
      ? { name, description }
      : null;
  } catch {
    return null;
  }
};
