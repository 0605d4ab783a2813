/** What is known about a memory when its vector is made. */
export type Embeddable = {
  readonly tier: string;
  readonly heading: string;
  /** See `memory-draft.ts`: for a message its date and speaker, one line each. */
  readonly detail: string;
  readonly text: string;
  /** The text before it in its source. */
  readonly before: string | null;
};

/** How much of the previous message helps to understand the next. UTF-16 units. */
const MAX_BEFORE_CHARS = 600;

/**
 * The text that a vector is made of. Headings add the subject of a passage that does not name it. A message
 * is understood by its speaker, as questions name people, and by what it answers; its own words come first,
 * because a model reads the beginning of a long text.
 */
export const embeddedText = ({ tier, heading, detail, text, before }: Embeddable): string => {
  if (tier !== "session") return heading === "" ? text : `${heading}\n${text}`;
  const speaker = detail.split("\n")[1] ?? "";
  const said = speaker === "" || text.startsWith(`${speaker}:`) ? text : `${speaker}: ${text}`;
  return before === null ? said : `${said}\n${before.slice(0, MAX_BEFORE_CHARS)}`;
};
