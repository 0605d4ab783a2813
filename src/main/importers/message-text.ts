/** Characters of an attached text that stand in the message. */
const MAX_FENCE_CHARS = 4_000;

/** An attached text in a message: a fence with its name, longer than any fence in the text. */
export const textFence = (name: string, content: string): string => {
  const longest = Math.max(2, ...[...content.matchAll(/`{3,}/g)].map(([ticks]) => ticks.length));
  const fence = "`".repeat(longest + 1);
  const isCut = content.length > MAX_FENCE_CHARS;
  const shown = isCut ? `${content.slice(0, MAX_FENCE_CHARS)}\n… cut, the whole text is attached` : content;
  return `${fence}${name.replaceAll(/[\s`]+/g, " ")}\n${shown}\n${fence}`;
};

/** A prompt from elsewhere for a template of ours: `{{…}}` in it would run here, so it is written with a gap. */
export const withoutNames = (text: string): string => text.replaceAll("{{", "{ {").replaceAll("}}", "} }");
