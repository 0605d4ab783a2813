const SPACELESS =
  "\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}\\p{sc=Myanmar}々ー";
const spaceless = new RegExp(`[${SPACELESS}]`, "u");
const runs = new RegExp(`[${SPACELESS}]+|[^${SPACELESS}]+`, "gu");
const segmenter = new Intl.Segmenter("und", { granularity: "word" });

/** A run is cut here, so that a hostile text cannot make the dictionary work on all of it at once. */
const MAX_RUN_CHARS = 500;

export const isSpaceless = (text: string): boolean => spaceless.test(text);

/** A word with several scripts, taken apart where it changes between those with spaces and those without. */
export const spacelessRuns = (word: string): readonly string[] =>
  (word.match(runs) ?? []).flatMap((run) =>
    run.length <= MAX_RUN_CHARS ? [run] : (run.match(new RegExp(`.{1,${MAX_RUN_CHARS}}`, "gsu")) ?? []),
  );

/**
 * A run as it is indexed: `東京都` becomes `東京 京都 都 東京`. Pairs find a word also where the dictionary cuts
 * differently; words count once more, so that 東京 is above 京都. The last pair is one character, so that it is found
 * at the end, too.
 */
export const pairsAndWords = (run: string): readonly string[] => [
  ...pairs(run),
  ...words(run).filter((word) => Array.from(word).length > 1),
];

/** A run as it is searched: its words, and pairs inside of longer words. */
export const segmentsOf = (
  run: string,
): readonly { readonly word: string; readonly forms: readonly string[] }[] =>
  words(run).map((word) => {
    const length = Array.from(word).length;
    return { word, forms: length <= 2 ? [word] : [word, ...pairs(word).slice(0, -1)] };
  });

const words = (run: string): readonly string[] =>
  Array.from(segmenter.segment(run)).flatMap(({ segment, isWordLike }) => (isWordLike ? [segment] : []));

const pairs = (run: string): readonly string[] => {
  const characters = Array.from(run);
  return characters.map((character, at) => character + (characters[at + 1] ?? ""));
};
