/** What is known of a memory when its vector is made. */
export type Embeddable = {
  readonly tier: string;
  readonly heading: string;
  /** See `memory-draft.ts`: of a message its day and who said it, one line each. */
  readonly detail: string;
  readonly text: string;
  /** What stands before it in its source. */
  readonly before: string | null;
};

/** Of the message before, as much as helps to understand the next. UTF-16 units. */
const MOST_BEFORE = 600;

/**
 * What a vector is made of. Headings say what a passage is about that does not say it itself. A message is
 * understood by who says it, as questions name people, and by what it answers; its own words come first, as a
 * model reads the beginning of a long text.
 */
export const embeddedText = ({ tier, heading, detail, text, before }: Embeddable): string => {
  if (tier !== "session") return heading === "" ? text : `${heading}\n${text}`;
  const speaker = detail.split("\n")[1] ?? "";
  const said = speaker === "" || text.startsWith(`${speaker}:`) ? text : `${speaker}: ${text}`;
  return before === null ? said : `${said}\n${before.slice(0, MOST_BEFORE)}`;
};
