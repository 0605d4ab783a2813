import type { Candidate, Meter, SourceFile } from "../types.ts";

/**
 * Texts are counted one by one and sent joined, and joined they can have more tokens. A tokenizer splits a
 * text into pieces before it merges, and a run of punctuation or blanks takes the line breaks behind it into
 * its piece: sixteen semicolons are one token, with a newline behind them they are three. Letters and digits end
 * their piece by themselves, so only the run at a text's end has to be looked at.
 */

/** Tokens that joining the texts of one message adds to the sum of their counts. */
export const seamTokens = (
  candidates: readonly Candidate[],
  place: Candidate["place"],
  meter: Meter,
): number => {
  let before = "";
  let sum = 0;
  for (const { text, inside, edges, place: where } of candidates) {
    if (where !== place || text === "" || inside) continue;
    if (before !== "") sum += seamBetween(before, edges?.head ?? text, meter);
    before = edges?.tail ?? text;
  }
  return sum;
};

export const seamBetween = (before: string, after: string, meter: Meter): number => {
  const tail = tailOf(before);
  const lead = tail === "" ? "" : leadOf(after);
  if (lead === "") return 0;
  return Math.max(0, meter.tokens(tail + lead) - meter.tokens(tail) - meter.tokens(lead));
};

/** Tokens by which the body without outer blank lines exceeds its share of the whole text's count. */
export const trimmedTokens = (file: SourceFile, body: string, meter: Meter): number => {
  if (file.text === null || file.text.length === body.length) return 0;
  const { tail, whole } = endOf(file, file.text, body);
  return tail === "" ? 0 : Math.max(0, meter.tokens(tail) - meter.tokens(whole));
};

/** The end of a body, without and with what was trimmed. Cached per file object: finding it compares whole texts. */
type End = { readonly tail: string; readonly whole: string };

const endOf = (file: SourceFile, text: string, body: string): End => {
  const known = ends.get(file);
  if (known) return known;
  const tail = tailOf(body);
  const end = tail === "" ? 0 : text.indexOf(body) + body.length;
  const found = { tail, whole: tail === "" ? "" : tail + text.slice(end) };
  ends.set(file, found);
  return found;
};

const ends = new WeakMap<SourceFile, End>();

/** Of longer runs only this many characters are looked at. */
const LONGEST = 1_024;

/** The run at the end that a tokenizer may join with what follows; empty when a letter or a digit ends the text. */
const tailOf = (text: string): string => {
  const least = Math.max(0, text.length - LONGEST);
  let from = text.length;
  while (from > least && !isWord(text.charCodeAt(from - 1))) from--;
  return text.slice(from);
};

/** Blanks, and the slash, which tokenizers join to them. */
const leadOf = (text: string): string => {
  let end = 0;
  while (end < text.length && isBlankOrSlash(text.charCodeAt(end))) end++;
  return text.slice(0, end);
};

const isBlankOrSlash = (unit: number): boolean =>
  unit === 10 || unit === 32 || unit === 47 || (unit !== 35 && /\s/.test(String.fromCharCode(unit)));

const isWord = (unit: number): boolean => {
  if (unit < 128)
    return (unit >= 97 && unit <= 122) || (unit >= 65 && unit <= 90) || (unit >= 48 && unit <= 57);
  return /[\p{L}\p{N}\p{M}]/u.test(String.fromCharCode(unit));
};
