import type { Skill } from "../../skills/parse-skill.ts";
import { cutStart } from "../../base/cut-text.ts";
import { skillsText } from "../prompt.ts";
import type { Meter } from "../types.ts";

/** Share of the usable window. */
export const SKILLS_SHARE = 0.05;

/** A description with fewer tokens than this adds nothing to the name. */
const MIN_DESCRIPTION_TOKENS = 4;
/** Characters of a description that are looked at per token it may have. Tokens of ordinary text are shorter. */
const CHARS_PER_TOKEN = 16;

/**
 * The skills as the prompt lists them within `maxTokens`: descriptions are shortened evenly, the longest
 * first; then only names are listed, and finally only as many names as fit.
 */
export const fitSkills = (skills: readonly Skill[], maxTokens: number, meter: Meter): readonly Skill[] => {
  const fits = (some: readonly Skill[]) => meter.tokens(skillsText(some)) <= maxTokens;
  if (skills.length === 0 || fits(skills)) return skills;
  const bare = skills.map(({ name }) => ({ name, description: "" }));
  const frames = skills.map(({ name }) => ({ name, description: "." }));
  const room = maxTokens - meter.tokens(skillsText(frames));
  for (
    let share = evenShare(skills, room, meter);
    share >= MIN_DESCRIPTION_TOKENS;
    share = Math.floor(share * 0.8)
  ) {
    const shortened = skills.map((skill) => ({
      ...skill,
      description: shorten(skill.description, share, meter),
    }));
    if (fits(shortened)) return shortened;
  }
  let count = bare.length;
  while (count > 0 && !fits(bare.slice(0, count))) count = Math.floor(count * 0.8);
  return bare.slice(0, count);
};

/** The most tokens each description may have so that all together have at most `room`. */
const evenShare = (skills: readonly Skill[], room: number, meter: Meter): number => {
  const sizes = skills
    .map(({ description }) => meter.tokens(cutStart(description, Math.max(0, room) * CHARS_PER_TOKEN)))
    .sort((a, b) => a - b);
  let left = room;
  for (const [index, size] of sizes.entries()) {
    const share = Math.floor(left / (sizes.length - index));
    if (size > share) return share;
    left -= size;
  }
  return sizes.at(-1) ?? 0;
};

const shorten = (description: string, share: number, meter: Meter): string => {
  const start = cutStart(description, share * CHARS_PER_TOKEN);
  if (start === description && meter.tokens(start) <= share) return description;
  return `${start.slice(0, meter.cut(start, share - 1)).trimEnd()}…`;
};
