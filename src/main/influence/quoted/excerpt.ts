import type { TextLines } from "./text-lines.ts";

/** The part of a text that is shown for a place in it: its lines, shortened around the place when they are long. */
export type Excerpt = {
  readonly text: string;
  readonly marks: [number, number][];
  /** The line of the first shared character in the text, from 1, and that whole line. */
  readonly line: number;
  readonly lineText: string;
};

const MAX_EXCERPT_CHARS = 320;
/** Of a long line, what is shown before the place. */
const BEFORE_CHARS = 60;
/** A longer line is not looked for in the file. */
const MAX_LINE_CHARS = 2_000;

type Range = readonly [number, number];

export const excerptOf = (lines: TextLines, ranges: readonly Range[]): Excerpt => {
  const { text } = lines;
  const first = ranges[0]?.[0] ?? 0;
  const last = ranges.at(-1)?.[1] ?? first;
  const [lineFrom, lineTo] = lines.around(first);
  const [, end] = lines.around(Math.max(first, last - 1));
  const isShort = end - lineFrom <= MAX_EXCERPT_CHARS;
  const from = isShort ? lineFrom : atCharacter(text, Math.max(lineFrom, first - BEFORE_CHARS));
  const to = isShort ? end : atCharacter(text, Math.min(end, from + MAX_EXCERPT_CHARS));
  const shown = text.slice(from, to).trimEnd();
  const lead = from > lineFrom ? "… " : "";
  const marks = ranges
    .map(([start, stop]): [number, number] => [
      Math.max(0, start - from) + lead.length,
      Math.min(shown.length, stop - from) + lead.length,
    ])
    .filter(([start, stop]) => stop > start);
  return {
    text: `${lead}${shown}${to < end ? " …" : ""}`,
    marks,
    line: lines.number(first),
    lineText: text.slice(lineFrom, Math.min(lineTo, lineFrom + MAX_LINE_CHARS)),
  };
};

/** Never between the two halves of a character. */
const atCharacter = (text: string, at: number): number => {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at - 1 : at;
};
