import type { Sentence } from "./sentences.ts";

/** Of a sentence, this number of words in a row makes a run that lies across it a run of its own. */
const MIN_WORDS_OF_RUN = 3;

type RunPart = { readonly sentence: number; readonly firstWord: number; readonly endWord: number };

/**
 * Splits runs of words where sentences end, and names a sentence at most `most` times. Sentences that were named
 * that often are skipped in one step: an answer that says one word a thousand times has a million runs.
 */
export const runSplitter = (sentences: readonly Sentence[], most: number) => {
  const named = new Uint32Array(sentences.length);
  /** The next sentence that may be named; a step on the way there. */
  const next = Uint32Array.from({ length: sentences.length + 1 }, (_, index) => index);
  const open = (index: number): number => {
    let end = index;
    while (next[end] !== end) end = next[end] ?? sentences.length;
    for (let at = index; at !== end;) {
      const step = next[at] ?? end;
      next[at] = end;
      at = step;
    }
    return end;
  };
  const longer = MIN_LENGTHS.map((words) => countsOf(sentences, words));

  /** The least number of words that is worth naming: where all parts are shorter, those of the longest. */
  const least = (from: number, to: number, first: number): number => {
    const last = firstAfter(sentences, to - 1);
    const partOf = (index: number) =>
      Math.min(to, sentences[index]?.endWord ?? 0) - Math.max(from, sentences[index]?.firstWord ?? 0);
    const ends = Math.max(partOf(first), partOf(last));
    const between =
      MIN_LENGTHS.find((_, at) => (longer[at]?.[last] ?? 0) > (longer[at]?.[first + 1] ?? 0)) ?? 0;
    return Math.min(MIN_WORDS_OF_RUN, Math.max(ends, last > first + 1 ? between : 0));
  };

  return (from: number, to: number): readonly RunPart[] => {
    const parts: RunPart[] = [];
    const first = firstAfter(sentences, from);
    const words = least(from, to, first);
    for (let index = open(first); index < sentences.length; index = open(index + 1)) {
      const sentence = sentences[index];
      if (!sentence || sentence.firstWord >= to) break;
      const firstWord = Math.max(from, sentence.firstWord);
      const endWord = Math.min(to, sentence.endWord);
      if (endWord - firstWord < words) continue;
      parts.push({ sentence: index, firstWord, endWord });
      named[index] = (named[index] ?? 0) + 1;
      if (named[index] === most) next[index] = index + 1;
    }
    return parts;
  };
};

const MIN_LENGTHS = Array.from({ length: MIN_WORDS_OF_RUN }, (_, at) => MIN_WORDS_OF_RUN - at);

/** How many sentences before each have at least that many words. */
const countsOf = (sentences: readonly Sentence[], words: number): Uint32Array => {
  const counts = new Uint32Array(sentences.length + 1);
  sentences.forEach(({ firstWord, endWord }, index) => {
    counts[index + 1] = (counts[index] ?? 0) + (endWord - firstWord >= words ? 1 : 0);
  });
  return counts;
};

/** The first sentence that ends after a word. */
const firstAfter = (sentences: readonly Sentence[], word: number): number => {
  let low = 0;
  let high = sentences.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sentences[middle]?.endWord ?? 0) > word) high = middle;
    else low = middle + 1;
  }
  return low;
};
