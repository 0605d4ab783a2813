import { parse } from "yaml";

/** What a prompt lists of a skill. */
export type Skill = { readonly name: string; readonly description: string };
export type SkillText = Skill & { readonly body: string };

/** A front matter holds a name and a description; the time to parse YAML grows faster than its length. */
const MAX_HEADER_CHARS = 16 * 1024;
const FRAME_CHARS = 64;

/** The parts of a SKILL.md; null when its front matter is missing, too long, or has no name or description. */
export const parseSkill = (text: string): SkillText | null => {
  const start = text.slice(0, MAX_HEADER_CHARS + FRAME_CHARS).trimStart();
  const offset = text.length - text.trimStart().length;
  const [whole = "", header] = /^---\r?\n([\s\S]*?)\r?\n---[ \t]*(?:\r?\n|$)/.exec(start) ?? [];
  if (header === undefined || header.length > MAX_HEADER_CHARS) return null;
  try {
    const { name, description } = (parse(header, { uniqueKeys: false }) ?? {}) as Record<string, unknown>;
    return typeof name === "string" && name !== "" && typeof description === "string"
      ? { name, description, body: text.slice(offset + whole.length).trim() }
      : null;
  } catch {
    return null;
  }
};
