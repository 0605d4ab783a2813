import { classOf, LETTER, LOWER, NEWLINE, NUMBER, SPACE, UPPER } from "./code-point-class.ts";

/**
 * For a piece `from` to `to` and ascending offsets inside it: where its first piece would end if the text
 * ended at that offset. A run of letters or marks stays one piece however short it is cut. Two kinds do not:
 * whitespace ends after its last line end, and an o200k word that is cut among its capitals ends after the
 * last character that is both upper and lower case.
 *
 * One pass for all offsets: asking the splitter for each would read the piece again each time.
 */
export const cutPieceEnds = (
  text: string,
  from: number,
  to: number,
  offsets: readonly number[],
  hasCapitals: boolean,
): Uint32Array => {
  const ends = Uint32Array.from(offsets);
  const kind = kindOf(text, from, hasCapitals);
  if (kind === "run") return ends;
  let end = -1;
  let next = 0;
  for (let at = from; at < to && next < ends.length;) {
    const codePoint = text.codePointAt(at) as number;
    const bits = classOf(codePoint);
    at += codePoint > 0xffff ? 2 : 1;
    if (kind === "blanks") {
      if (bits & NEWLINE) end = at;
    } else {
      const isPrefix = at <= from + 2 && !(bits & (UPPER | LOWER));
      // From the first lower-case letter on, the word continues to wherever it is cut.
      if (!(bits & UPPER) && !isPrefix) return withContraction(text, to, ends);
      if (bits & UPPER && bits & LOWER) end = at;
    }
    for (; next < ends.length && (offsets[next] as number) <= at; next++)
      if (end >= 0 && offsets[next] !== to) ends[next] = Math.min(end, offsets[next] as number);
  }
  return ends;
};

/**
 * A contraction such as `'re` at the end of a word is not part of it when the cut is inside the contraction.
 */
const withContraction = (text: string, to: number, ends: Uint32Array): Uint32Array => {
  const apostrophe = text.lastIndexOf("'", to - 1);
  if (apostrophe < to - 3) return ends;
  return ends.map((end) => (end > apostrophe && end < to ? apostrophe : end));
};

const kindOf = (text: string, from: number, hasCapitals: boolean): "blanks" | "word" | "run" => {
  const first = text.codePointAt(from) as number;
  const bits = classOf(first);
  const second = classOf(text.codePointAt(from + (first > 0xffff ? 2 : 1)) ?? 0);
  if (bits & SPACE && second & SPACE) return "blanks";
  const mayPrefix = !(bits & (LETTER | NUMBER | NEWLINE));
  const isWord = bits & (UPPER | LOWER) || (mayPrefix && second & (UPPER | LOWER));
  return hasCapitals && isWord ? "word" : "run";
};
