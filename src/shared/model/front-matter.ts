/**
 * Comments at the very top of a Markdown file that say how it takes part in prompts:
 *
 *     <!-- priority: 10 -->
 *     <!-- tags: code, architecture -->
 *
 * In any order, blank lines between them allowed. They are taken out before counting and cutting.
 */
export type FrontMatter = {
  /** Null: the file does not say. */
  readonly priority: number | null;
  readonly tags: readonly string[];
  /** UTF-16 offset at which the text without front matter begins; 0 when there is none. */
  readonly offset: number;
  readonly warnings: readonly { readonly line: number; readonly message: string }[];
};

export const parseFrontMatter = (text: string): FrontMatter => {
  let priority: number | null = null;
  let tags: readonly string[] | null = null;
  let offset = 0;
  const warnings: { line: number; message: string }[] = [];
  const comment = new RegExp(commentPattern, "iy");
  for (let match = comment.exec(text); match; match = comment.exec(text)) {
    const [, blank = "", key = "", value = ""] = match;
    const start = match.index + blank.length;
    const warn = (message: string) => warnings.push({ line: lineAt(text, start), message });
    offset = comment.lastIndex;
    if (key.toLowerCase() === "priority") {
      const parsed = parsePriority(value);
      if (parsed === null)
        warn(`The priority "${value.trim()}" is not a whole number of 0 or more. It is ignored.`);
      else if (priority === null) priority = parsed;
      else warn("The priority is given twice. The first one counts.");
    } else {
      const parsed = parseTags(value);
      if (parsed.length === 0) warn("The list of tags is empty. It is ignored.");
      else if (tags === null) tags = parsed;
      else warn("Tags are given twice. The first list counts.");
    }
  }
  if (offset > 0) offset = skipBlankLines(text, offset);
  return { priority, tags: tags ?? [], offset, warnings };
};

/** Blanks, then one comment; the value stays on its line. */
const commentPattern = String.raw`(\s*)<!--[ \t]*(priority|tags)[ \t]*:([^\r\n]*?)-->`;

const parsePriority = (value: string): number | null => {
  const text = value.trim();
  const number = Number(text);
  return /^\d+$/.test(text) && Number.isSafeInteger(number) ? number : null;
};

const parseTags = (value: string): string[] => [
  ...new Set(
    value
      .split(",")
      .map((tag) => tag.trim())
      .filter((tag) => tag !== ""),
  ),
];

const lineAt = (text: string, offset: number): number => text.slice(0, offset).split("\n").length;

/** To the first line that has something on it, its indentation kept. */
const skipBlankLines = (text: string, from: number): number => {
  const blank = /(?:[ \t]*\r?\n)*/y;
  blank.lastIndex = from;
  blank.test(text);
  return blank.lastIndex;
};
