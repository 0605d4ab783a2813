import type { GuideSection } from "./guide-sections.ts";

export type GuideHit = {
  readonly section: GuideSection;
  /** The words around the first match. */
  readonly excerpt: string;
};

const MAX_HITS = 20;
/** Characters of a query; what is longer is a pasted text. */
const MAX_QUERY = 200;
const EXCERPT = 110;

/**
 * Sections that contain every word of a query, as a word or the beginning of one. Words in a title count most,
 * then how often the words come; equal ones stay in the order of the guide.
 */
export const searchGuide = (sections: readonly GuideSection[], query: string): readonly GuideHit[] => {
  const words = wordsOf(query.slice(0, MAX_QUERY));
  if (words.length === 0) return [];
  return sections
    .map((section) => ({ section, score: scoreOf(section, words) }))
    .filter(({ score }) => score > 0)
    .toSorted((a, b) => b.score - a.score)
    .slice(0, MAX_HITS)
    .map(({ section }) => ({ section, excerpt: excerptOf(section.text, words[0] ?? "") }));
};

const wordsOf = (text: string): readonly string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

const TITLE_WEIGHT = 20;
/** More of the same word says nothing. */
const MAX_TIMES = 5;

const scoreOf = ({ title, text }: GuideSection, words: readonly string[]): number => {
  const [inTitle, inText] = [wordsOf(title), wordsOf(text)];
  let sum = 0;
  for (const word of words) {
    const titles = inTitle.some((each) => isFound(each, word)) ? TITLE_WEIGHT : 0;
    const times = Math.min(inText.filter((each) => isFound(each, word)).length, MAX_TIMES);
    if (titles + times === 0) return 0;
    sum += titles + times;
  }
  return sum;
};

/** Endings differ: "forgetting" is found by "forgets" as well. */
const isFound = (word: string, wanted: string): boolean => {
  if (word.startsWith(wanted)) return true;
  const stem = wanted.replace(/(?:ing|ed|es|s)$/, "");
  return stem.length >= 4 && word.startsWith(stem);
};

const excerptOf = (text: string, word: string): string => {
  const at = text.toLowerCase().indexOf(word);
  const begin = at <= 30 ? 0 : text.indexOf(" ", at - 30) + 1;
  const cut = text.slice(begin, begin + EXCERPT).trim();
  return `${begin > 0 ? "… " : ""}${cut}${begin + EXCERPT < text.length ? " …" : ""}`;
};
