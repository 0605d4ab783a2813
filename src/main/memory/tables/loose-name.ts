/**
 * A name normalised for comparison: without case, accents, punctuation, articles, titles and company
 * suffixes, so that `The Harbor Bakery, Inc.` and `harbor-bakery` are equal.
 */
export const looseName = (name: string): string => {
  const words = name
    .normalize("NFKD")
    .replaceAll(/\p{M}+/gu, "")
    .toLowerCase()
    .replaceAll(/['’]s\b/g, "")
    .split(/[^\p{L}\p{N}]+/u)
    .filter(Boolean);
  const telling = words.filter((word) => !dropped.has(word));
  return (telling.length > 0 ? telling : words).join(" ");
};

const dropped: ReadonlySet<string> = new Set(
  "the a an mr mrs ms dr prof herr frau inc ltd llc gmbh co corp company".split(" "),
);
