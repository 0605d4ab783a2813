/** A text normalised for comparison: without case, punctuation and a leading bullet. */
export const sameText = (text: string): string =>
  text
    .normalize("NFKC")
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}\p{M}]+/gu, " ")
    .trim();

/** Texts that share this much of their words are the same. */
export const SAME_SHARE = 0.85;

/** Whether a text is known already: the same words, or nearly all of them. */
export const isKnown = (text: string, known: readonly string[]): boolean => {
  const words = wordsOf(text);
  return known.some((other) => overlap(words, wordsOf(other)) >= SAME_SHARE);
};

export const wordsOf = (text: string): ReadonlySet<string> =>
  new Set(sameText(text).split(" ").filter(Boolean));

/** Shared words over all words; texts with different numbers are different. */
export const overlap = (a: ReadonlySet<string>, b: ReadonlySet<string>): number => {
  const all = [...new Set([...a, ...b])];
  if (all.length === 0) return 1;
  const differing = all.filter((word) => !a.has(word) || !b.has(word));
  if (differing.some((word) => /\p{N}/u.test(word))) return 0;
  return (all.length - differing.length) / all.length;
};
