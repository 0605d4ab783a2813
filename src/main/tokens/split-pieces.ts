import { classOf, LETTER, LOWER, NEWLINE, NUMBER, SPACE, UPPER } from "./code-point-class.ts";

/**
 * Splits text into the pieces that are merged apart, as the patterns of cl100k_base and o200k_base do:
 *
 *     cl100k  's|'t|'re|'ve|'m|'ll|'d (any case) | [^\r\n\p{L}\p{N}]?\p{L}+ | \p{N}{1,3}
 *             |  ?[^\s\p{L}\p{N}]+[\r\n]* | \s*[\r\n]+ | \s+(?!\S) | \s+
 *     o200k   [^\r\n\p{L}\p{N}]?[Upper]*[Lower]+('s|…)? | [^\r\n\p{L}\p{N}]?[Upper]+[Lower]*('s|…)?
 *             | \p{N}{1,3} |  ?[^\s\p{L}\p{N}]+[\r\n/]* | \s*[\r\n]+ | \s+(?!\S) | \s+
 *
 * By hand, because a regular expression keeps a way back for each character of a run and gives up on runs
 * of some megabytes. Here a run is read once, forwards, whatever its length.
 */
export type PieceSplitter = {
  /** End of the piece that starts at `from`, in the text of these UTF-16 units that ends at `end`. */
  next(units: Uint16Array, from: number, end: number): number;
  /** After `next`: no character at or after this offset influenced the result. */
  reach: number;
  /** Whether capitals separate words. */
  readonly hasCapitals: boolean;
};

export const cl100kSplitter = (): PieceSplitter => {
  const splitter: PieceSplitter = {
    reach: 0,
    hasCapitals: false,
    next: (units, from, end) => {
      splitter.reach = from + 4;
      const contraction = contractionAt(units, from, end);
      if (contraction > 0) return from + contraction;
      const ascii = asciiLettersEnd(units, from, end);
      if (ascii > 0) return reached(splitter, ascii, ascii + 1);
      const first = codePointAt(units, from, end);
      const bits = classOf(first);

      const letters = bits & (LETTER | NUMBER | NEWLINE) ? from : from + widthOf(first);
      const afterLetters = bits & (NUMBER | NEWLINE) ? letters : runOf(units, letters, end, LETTER);
      if (afterLetters > letters) return reached(splitter, afterLetters, afterLetters + 1);

      return restOfPiece(splitter, units, from, end, first, bits, false);
    },
  };
  return splitter;
};

export const o200kSplitter = (): PieceSplitter => {
  const splitter: PieceSplitter = {
    reach: 0,
    hasCapitals: true,
    next: (units, from, end) => {
      splitter.reach = from + 4;
      const ascii = asciiWordEnd(units, from, end);
      if (ascii > 0) return reached(splitter, ascii, ascii + 3) + contractionAt(units, ascii, end);
      const first = codePointAt(units, from, end);
      const bits = classOf(first);
      const word = wordEnd(splitter, units, from, end, first, bits);
      if (word >= 0) return reached(splitter, word, word + 3) + contractionAt(units, word, end);
      return restOfPiece(splitter, units, from, end, first, bits, true);
    },
  };
  return splitter;
};

const LINE_FEED = 0x0a;
const CARRIAGE_RETURN = 0x0d;
const FIRST_NOT_ASCII = 0x80;

const isUpper = (unit: number): boolean => (unit - 0x41) >>> 0 < 26;
const isLower = (unit: number): boolean => (unit - 0x61) >>> 0 < 26;
const isDigit = (unit: number): boolean => (unit - 0x30) >>> 0 < 10;

/**
 * Most pieces are ASCII letters after a blank. These two find their end with comparisons alone, and return 0
 * for any other piece, which the general functions below then read.
 */
const asciiWordEnd = (units: Uint16Array, from: number, end: number): number => {
  const letters = asciiLettersStart(units, from, end);
  if (letters < 0) return 0;
  let at = letters;
  while (at < end && isUpper(units[at] as number)) at++;
  while (at < end && isLower(units[at] as number)) at++;
  return at < end && (units[at] as number) >= FIRST_NOT_ASCII ? 0 : at;
};

const asciiLettersEnd = (units: Uint16Array, from: number, end: number): number => {
  let at = asciiLettersStart(units, from, end);
  if (at < 0) return 0;
  while (at < end && isLower((units[at] as number) | 0x20)) at++;
  return at < end && (units[at] as number) >= FIRST_NOT_ASCII ? 0 : at;
};

/** Where the first ASCII letter is, after at most one other character that may be before a word; otherwise -1. */
const asciiLettersStart = (units: Uint16Array, from: number, end: number): number => {
  const first = units[from] as number;
  if (isLower(first | 0x20)) return from;
  if (first >= FIRST_NOT_ASCII || isDigit(first) || first === LINE_FEED || first === CARRIAGE_RETURN)
    return -1;
  return from + 1 < end && isLower((units[from + 1] as number) | 0x20) ? from + 1 : -1;
};

/** Returns 0 past the end, which belongs to no class that a run consists of. */
const codePointAt = (units: Uint16Array, at: number, end: number): number => {
  if (at >= end) return 0;
  const unit = units[at] as number;
  if ((unit & 0xfc00) !== 0xd800 || at + 1 >= end) return unit;
  const low = units[at + 1] as number;
  return (low & 0xfc00) === 0xdc00 ? ((unit - 0xd800) << 10) + (low - 0xdc00) + 0x10000 : unit;
};

const widthOf = (codePoint: number): number => (codePoint > 0xffff ? 2 : 1);

const reached = (splitter: PieceSplitter, at: number, reach: number): number => {
  if (reach > splitter.reach) splitter.reach = reach;
  return at;
};

const runOf = (units: Uint16Array, from: number, end: number, wanted: number): number => {
  let at = from;
  while (at < end) {
    const codePoint = codePointAt(units, at, end);
    if (!(classOf(codePoint) & wanted)) break;
    at += widthOf(codePoint);
  }
  return at;
};

const [APOSTROPHE, D, E, L, M, R, S, T, V] = Array.from("'delmrstv", (char) => char.charCodeAt(0));

/** Length of `'s`, `'re` … at this offset, otherwise 0. Bit 5 turns ASCII capitals into lower case. */
const contractionAt = (units: Uint16Array, at: number, end: number): number => {
  if (at + 1 >= end || (units[at] as number) !== APOSTROPHE) return 0;
  const one = (units[at + 1] as number) | 0x20;
  if (one === S || one === T || one === M || one === D) return 2;
  if (at + 2 >= end) return 0;
  const two = (units[at + 2] as number) | 0x20;
  return ((one === R || one === V) && two === E) || (one === L && two === L) ? 3 : 0;
};

/** End of an o200k word without its contraction, or -1. The four attempts are the pattern's, in its order. */
const wordEnd = (
  splitter: PieceSplitter,
  units: Uint16Array,
  from: number,
  end: number,
  first: number,
  bits: number,
): number => {
  const mayPrefix = !(bits & (LETTER | NUMBER | NEWLINE));
  const second = from + widthOf(first);
  const mayStart = bits & (UPPER | LOWER);

  const prefixed = mayPrefix ? lowerWordEnd(splitter, units, second, end) : -1;
  if (prefixed >= 0) return prefixed;
  const plain = mayStart ? lowerWordEnd(splitter, units, from, end) : -1;
  if (plain >= 0) return plain;
  // No lower case follows the capitals; otherwise the attempts above would have succeeded.
  const capitals = mayPrefix ? runOf(units, second, end, UPPER) : second;
  if (capitals > second) return capitals;
  const capitalsAlone = mayStart ? runOf(units, from, end, UPPER) : from;
  return capitalsAlone > from ? capitalsAlone : -1;
};

/** `[Upper]*[Lower]+`, or -1. Where no lower case follows, the last character that is both ends the word. */
const lowerWordEnd = (splitter: PieceSplitter, units: Uint16Array, from: number, end: number): number => {
  let at = from;
  let lastBothEnd = -1;
  while (at < end) {
    const codePoint = codePointAt(units, at, end);
    const bits = classOf(codePoint);
    if (!(bits & UPPER)) break;
    at += widthOf(codePoint);
    if (bits & LOWER) lastBothEnd = at;
  }
  const afterLower = runOf(units, at, end, LOWER);
  reached(splitter, at, afterLower + 1);
  return afterLower > at ? afterLower : lastBothEnd;
};

const SLASH = 0x2f;
const BLANK = 0x20;

const restOfPiece = (
  splitter: PieceSplitter,
  units: Uint16Array,
  from: number,
  end: number,
  first: number,
  bits: number,
  slashes: boolean,
): number => {
  if (bits & NUMBER) {
    const ended = digitsEnd(units, from, end);
    return reached(splitter, ended, ended + 2);
  }
  const marks = first === BLANK ? from + 1 : from;
  const afterMarks = marksEnd(units, marks, end);
  if (afterMarks > marks) {
    const ended = lineEndsEnd(units, afterMarks, end, slashes);
    return reached(splitter, ended, ended + 1);
  }
  return spacesEnd(splitter, units, from, end);
};

const digitsEnd = (units: Uint16Array, from: number, end: number): number => {
  let at = from;
  for (let digits = 0; digits < 3 && at < end; digits++) {
    const codePoint = codePointAt(units, at, end);
    if (!(classOf(codePoint) & NUMBER)) break;
    at += widthOf(codePoint);
  }
  return at;
};

const marksEnd = (units: Uint16Array, from: number, end: number): number => {
  let at = from;
  while (at < end) {
    const codePoint = codePointAt(units, at, end);
    if (classOf(codePoint) & (SPACE | LETTER | NUMBER)) break;
    at += widthOf(codePoint);
  }
  return at;
};

const lineEndsEnd = (units: Uint16Array, from: number, end: number, slashes: boolean): number => {
  let at = from;
  while (at < end) {
    const unit = units[at] as number;
    if (unit !== LINE_FEED && unit !== CARRIAGE_RETURN && !(slashes && unit === SLASH)) break;
    at++;
  }
  return at;
};

/** Up to the last line end; otherwise all but the last space, which belongs to what follows; otherwise all. */
const spacesEnd = (splitter: PieceSplitter, units: Uint16Array, from: number, end: number): number => {
  let at = from;
  let afterNewline = -1;
  while (at < end) {
    const bits = classOf(units[at] as number);
    if (!(bits & SPACE)) break;
    at++;
    if (bits & NEWLINE) afterNewline = at;
  }
  reached(splitter, at, at + 1);
  if (afterNewline >= 0) return afterNewline;
  return at === end || at - from === 1 ? at : at - 1;
};
