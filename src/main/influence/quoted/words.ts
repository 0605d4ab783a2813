/**
 * A text as words: what two texts are compared by. Case, marks such as `**` and the width of letters do not count.
 */

/** Parallel lists, because a prompt has hundreds of thousands of words. */
export type Words = {
  readonly words: readonly string[];
  /** Character offsets, from and to. */
  readonly from: Uint32Array;
  readonly to: Uint32Array;
};

/** Scripts that put no space between words: each character is a word of its own there. */
const SPACELESS = String.raw`\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}`;
const WORD = new RegExp(String.raw`[${SPACELESS}]|[[\p{L}\p{N}\p{M}]--[${SPACELESS}]]+`, "gv");
const IS_SPACELESS = new RegExp(String.raw`^[${SPACELESS}]`, "v");

export const wordsOf = (text: string): Words => {
  const words: string[] = [];
  const places: number[] = [];
  for (const { 0: word, index } of text.matchAll(WORD)) {
    words.push(normalised(word));
    places.push(index, index + word.length);
  }
  return {
    words,
    from: Uint32Array.from({ length: words.length }, (_, at) => places[2 * at] ?? 0),
    to: Uint32Array.from({ length: words.length }, (_, at) => places[2 * at + 1] ?? 0),
  };
};

/** Two characters of a script without spaces are about a word. */
export const lengthInWords = (words: readonly string[]): number =>
  words.reduce((sum, word) => sum + (IS_SPACELESS.test(word) ? 0.5 : 1), 0);

// oxlint-disable-next-line no-control-regex -- the range is all of ASCII.
const isAscii = (text: string): boolean => /^[\0-\x7f]*$/.test(text);

export const normalised = (word: string): string =>
  isAscii(word) ? word.toLowerCase() : word.normalize("NFKC").toLowerCase();
