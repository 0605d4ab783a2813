import type { Passage } from "../provider.ts";

export type RankedPassage = Passage & { readonly score: number };

/**
 * The paragraphs that best match a question, by BM25 over their words. A heading is kept with the text below
 * it, so that a table or a list keeps its meaning.
 */
export const bestPassages = (
  question: string,
  sources: readonly Passage[],
  limit: number,
): readonly RankedPassage[] => {
  return bestOf(preparedPassages(sources), question, limit);
};

/** Paragraphs with their words. */
export type Prepared = readonly { readonly passage: Passage; readonly words: readonly string[] }[];

export const preparedPassages = (sources: readonly Passage[]): Prepared =>
  sources.flatMap(paragraphs).map((passage) => ({ passage, words: wordsOf(passage.text) }));

export const bestOf = (passages: Prepared, question: string, limit: number): readonly RankedPassage[] => {
  const asked = new Set(wordsOf(question).filter((word) => !stopWords.has(word)));
  if (asked.size === 0) return [];
  const average = passages.reduce((sum, { words }) => sum + words.length, 0) / Math.max(1, passages.length);
  const rarity = new Map(
    [...asked].map((word) => {
      const holding = passages.filter(({ words }) => words.includes(word)).length;
      return [word, Math.log(1 + (passages.length - holding + 0.5) / (holding + 0.5))] as const;
    }),
  );
  const score = (words: readonly string[]) =>
    [...asked].reduce((sum, word) => {
      const times = words.filter((other) => other === word).length;
      const weight = (times * 2.2) / (times + 1.2 * (0.25 + (0.75 * words.length) / average));
      return sum + (rarity.get(word) ?? 0) * weight;
    }, 0);
  return passages
    .map(({ passage, words }) => ({ ...passage, score: score(words) }))
    .filter((passage) => passage.score > 0)
    .sort((a, b) => b.score - a.score)
    .slice(0, limit);
};

/**
 * Splits at blank lines; a heading is joined with the text that follows it. Long passages are cut to stay
 * readable.
 */
const paragraphs = ({ source, text }: Passage): Passage[] => {
  let heading = "";
  return text
    .split(/\n\s*\n/)
    .map((block) => block.trim())
    .flatMap((block) => {
      const titles = /^(?:#{1,6} .*(?:\n|$))+/.exec(block)?.[0] ?? "";
      const rest = block.slice(titles.length).trim();
      if (titles) heading = titles.trim().split("\n").at(-1) ?? "";
      if (!rest) return [];
      return [{ source, text: heading ? `${heading}\n\n${shortened(rest)}` : shortened(rest) }];
    });
};

const shortened = (text: string) => (text.length > 1200 ? `${text.slice(0, 1200).trimEnd()} …` : text);

const wordsOf = (text: string): string[] => {
  const plain = text.normalize("NFKC").toLowerCase();
  const words = plain.match(/[\p{L}\p{N}]+/gu) ?? [];
  // A prompt has a hundred thousand words, most often all of one kind.
  if (!UNSPACED.test(plain)) return words.map(stem);
  return words.flatMap((word) => (UNSPACED.test(word) ? pairs(word) : [stem(word)]));
};

const UNSPACED = /[\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af]/;

/** Languages without spaces: overlapping pairs of characters. */
const pairs = (word: string) => {
  const chars = Array.from(word);
  return chars.length < 2 ? chars : chars.slice(1).map((char, index) => `${chars[index] ?? ""}${char}`);
};

const stem = (word: string) =>
  word.length > 4 && ENDINGS.has(word.at(-1)) ? word.replace(/(ies|es|s|ing|ed)$/, "") : word;

const ENDINGS: ReadonlySet<string | undefined> = new Set(["s", "g", "d"]);

const stopWords = new Set(
  "a an and are as at be by can could did do does for from had has have how i if in is it its me my of on or our should so that the their them then there these they this to was we were what when where which who why will with would you your".split(
    " ",
  ),
);
