/**
 * Links between notes as people write them: `[[Note]]`, `[[Note|shown]]`, `[[Note#Heading]]`, `[[folder/Note]]`,
 * `[[#Heading]]` of the same note, `![[Note]]` for an embed. What stands in code is no link.
 */
export type Wikilink = {
  /** UTF-16 offsets in the text: from `[[` or `![[` to after `]]`. */
  readonly start: number;
  readonly end: number;
  /** From 1. */
  readonly line: number;
  readonly column: number;
  readonly embed: boolean;
  /** Name or path of the note; empty for a heading of the same note. */
  readonly target: string;
  /** After `#`, without it; null when none is given. */
  readonly heading: string | null;
  /** After `|`; null when none is given. */
  readonly alias: string | null;
};

/** Nobody writes more into one note; a stop for generated ones. */
const MAX_LINKS = 5_000;

export const findWikilinks = (text: string): Wikilink[] => {
  const found: Wikilink[] = [];
  let fence: string | null = null;
  let line = 0;
  for (let start = 0; start <= text.length && found.length < MAX_LINKS;) {
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline;
    line += 1;
    const content = text.slice(start, end);
    const mark = FENCE.exec(content)?.[1] ?? null;
    if (fence !== null) {
      if (mark !== null && mark[0] === fence[0] && mark.length >= fence.length) fence = null;
    } else if (mark !== null) fence = mark;
    else if (content.includes("[[")) found.push(...linksOfLine(content, start, line));
    start = end + 1;
  }
  return found.slice(0, MAX_LINKS);
};

/** What stands between the brackets, taken apart. */
export const parseWikilink = (inner: string): Pick<Wikilink, "target" | "heading" | "alias"> => {
  const bar = inner.indexOf("|");
  // In a table the bar is written as `\|`.
  const place = (bar === -1 ? inner : inner.slice(0, bar)).replace(/\\$/, "");
  const hash = place.indexOf("#");
  const heading = hash === -1 ? "" : place.slice(hash + 1).trim();
  const alias = bar === -1 ? "" : inner.slice(bar + 1).trim();
  return {
    target: (hash === -1 ? place : place.slice(0, hash)).trim(),
    heading: heading === "" ? null : heading,
    alias: alias === "" ? null : alias,
  };
};

const FENCE = /^ {0,3}(`{3,}|~{3,})/;
const LINK = /!?\[\[([^[\]\n]{1,500})\]\]/g;

const linksOfLine = (content: string, offset: number, line: number): Wikilink[] => {
  const code = codeSpans(content);
  let span = 0;
  return [...content.matchAll(LINK)].flatMap((match) => {
    const parsed = parseWikilink(match[1] ?? "");
    if (parsed.target === "" && parsed.heading === null) return [];
    // Both are in order, so a line of many spans and links is walked once.
    while ((code[span]?.[1] ?? Infinity) <= match.index) span += 1;
    if ((code[span]?.[0] ?? Infinity) <= match.index) return [];
    const start = offset + match.index;
    const embed = match[0].startsWith("!");
    return [{ start, end: start + match[0].length, line, column: match.index + 1, embed, ...parsed }];
  });
};

/** Pairs of equally long runs of backticks. */
const codeSpans = (content: string): (readonly [from: number, to: number])[] => {
  const runs = [...content.matchAll(/`+/g)];
  const spans: (readonly [number, number])[] = [];
  for (let at = 0; at < runs.length; at++) {
    const open = runs[at] as RegExpExecArray;
    const close = runs.findIndex((run, other) => other > at && run[0].length === open[0].length);
    if (close === -1) continue;
    spans.push([open.index, (runs[close] as RegExpExecArray).index]);
    at = close;
  }
  return spans;
};
