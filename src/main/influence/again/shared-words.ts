/**
 * How much two answers share, 0 to 1: of the words of both, those that are in both (as often as in the one that has
 * fewer). Order and meaning are not looked at, so it is a rough measure of "the same answer".
 */
export const sharedWords = (a: string, b: string): number => {
  const [one, two] = [countsOf(a), countsOf(b)];
  if (one.total + two.total === 0) return 1;
  let both = 0;
  for (const [word, count] of one.counts) both += Math.min(count, two.counts.get(word) ?? 0);
  return (2 * both) / (one.total + two.total);
};

const countsOf = (text: string) => {
  const counts = new Map<string, number>();
  let total = 0;
  for (const [word] of text.toLowerCase().matchAll(/[\p{L}\p{N}\p{M}]+/gu)) {
    counts.set(word, (counts.get(word) ?? 0) + 1);
    total += 1;
  }
  return { counts, total };
};
