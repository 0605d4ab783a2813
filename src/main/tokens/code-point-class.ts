/**
 * What a splitter needs to know about a code point, as bits. `\p{M}` counts as upper and as lower case and
 * is neither a letter, a number nor a space, as in the encodings' own patterns.
 */
export const UPPER = 1;
export const LOWER = 2;
export const LETTER = 4;
export const NUMBER = 8;
export const SPACE = 16;
export const NEWLINE = 32;
const KNOWN = 64;

/** One byte per code point, filled on first use: testing the regular expressions each time costs too much. */
const classes = new Uint8Array(0x110000);

export const classOf = (codePoint: number): number => classes[codePoint] || classify(codePoint);

const classify = (codePoint: number): number => {
  const char = String.fromCodePoint(codePoint);
  let bits = KNOWN;
  if (/^[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]$/u.test(char)) bits |= UPPER;
  if (/^[\p{Ll}\p{Lm}\p{Lo}\p{M}]$/u.test(char)) bits |= LOWER;
  if (/^\p{L}$/u.test(char)) bits |= LETTER;
  if (/^\p{N}$/u.test(char)) bits |= NUMBER;
  if (/^\s$/u.test(char)) bits |= SPACE;
  if (char === "\n" || char === "\r") bits |= NEWLINE;
  classes[codePoint] = bits;
  return bits;
};
