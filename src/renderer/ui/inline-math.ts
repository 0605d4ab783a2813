/** A text whose single dollars are formulas where they are meant so, and dollars everywhere else. */
export type MathText = {
  readonly text: string;
  /** Offsets in the text as it was, before which a backslash was put. */
  readonly escaped: readonly number[];
};

/**
 * The rule of other editors: a formula begins right after its dollar, ends right before the other one, stands on one
 * line, and no digit follows. So `$E = mc^2$` is one and "$5 and $10" is money. Code is left alone.
 */
export const markInlineMath = (text: string): MathText => {
  if (!text.includes("$")) return { text, escaped: [] };
  const escaped: number[] = [];
  let fence: string | null = null;
  let isBlock = false;
  for (const { 0: line, index } of text.matchAll(/^.*$/gm)) {
    const mark = /^ {0,12}(`{3,}|~{3,})/.exec(line)?.[1];
    if (mark !== undefined) {
      if (fence === null) fence = mark;
      else if (mark.startsWith(fence)) fence = null;
    } else if (fence === null && line.includes("$")) {
      if (!isBlock) escaped.push(...loneDollars(line).map((at) => index + at));
      if ((line.match(/\$\$/g)?.length ?? 0) % 2 === 1) isBlock = !isBlock;
    }
  }
  return { text: withBackslashes(text, escaped), escaped };
};

/** Where an offset of the text before is in the one that came out. */
export const shiftedBy = ({ escaped }: MathText, offset: number): number =>
  offset + escaped.filter((at) => at < offset).length;

/** One part of a line: what is escaped, code, a formula in two dollars, one in single ones, or a lone dollar. */
const PART =
  /\\.|(`+)(?:(?!\1).){0,2000}\1|\$\$|\$(?=[^\s$])(?:\\.|[^$\\`]){0,1000}?(?<=[^\s\\]|\\.)\$(?!\d)|\$/g;

const loneDollars = (line: string): readonly number[] =>
  [...line.matchAll(PART)].filter(([part]) => part === "$").map(({ index }) => index);

const withBackslashes = (text: string, places: readonly number[]): string => {
  if (places.length === 0) return text;
  let from = 0;
  const parts: string[] = [];
  for (const at of places) {
    parts.push(text.slice(from, at), "\\");
    from = at;
  }
  return parts.join("") + text.slice(from);
};
