export type MarkedPiece = { readonly text: string; readonly marked: boolean };

/**
 * Splits a text into pieces, with the words of a query marked. Endings are ignored: `deliver` marks
 * `delivers`.
 */
export const markWords = (text: string, query: string): readonly MarkedPiece[] => {
  const asked = new Set(wordsOf(query).map(stem));
  const pieces: { text: string; marked: boolean }[] = [];
  const add = (piece: string, marked: boolean) => {
    const last = pieces.at(-1);
    if (piece === "") return;
    if (last && last.marked === marked) last.text += piece;
    else pieces.push({ text: piece, marked });
  };
  let from = 0;
  for (const { 0: word, index } of text.matchAll(wordPattern)) {
    add(text.slice(from, index), false);
    add(word, asked.has(stem(word)));
    from = index + word.length;
  }
  add(text.slice(from), false);
  return pieces;
};

const wordPattern = /[\p{L}\p{N}\p{M}]+/gu;

/** Very frequent words do not explain why a text was found. */
const small = new Set(
  "a an and are as at be but by do does for from had has have how i in is it of on or that the this to was we were what when where which who why will with you".split(
    " ",
  ),
);

const wordsOf = (query: string) =>
  (query.slice(0, 2_000).toLowerCase().match(wordPattern) ?? []).filter((word) => !small.has(word));

/** Enough of Porter's rules for marking; the index does the searching. */
const stem = (word: string): string => {
  const lower = word.toLowerCase();
  if (lower.length < 4) return lower;
  return lower
    .replace(/(?:ies|ied)$/, "y")
    .replace(/(?<=[a-z]{3}[^s])s$/, "")
    .replace(/(?<=[a-z]{3})(?:ing|ed|e?ry|er|y)$/, "")
    .replace(/(?<=[a-z]{3})e$/, "");
};
