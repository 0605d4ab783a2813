/**
 * FTS5 splits words at vowel marks, so that किताब would be three letters. Here such a mark becomes a character of
 * the private area, which is a letter to FTS5. Scripts of India, Thailand, Tibet, Myanmar and Cambodia.
 */
export const markedAsLetters = (word: string): string =>
  word.replaceAll(/\p{M}/gu, (mark) => {
    const code = mark.codePointAt(0) as number;
    return code < FIRST || code > LAST ? mark : String.fromCodePoint(PRIVATE + code - FIRST);
  });

const FIRST = 0x0900;
const LAST = 0x17ff;
const PRIVATE = 0xe000;
