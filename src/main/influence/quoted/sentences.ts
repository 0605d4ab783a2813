import type { Words } from "./words.ts";

/** A sentence of an answer, or a line of code: character range, and the range of its words. */
export type Sentence = {
  readonly from: number;
  readonly to: number;
  readonly firstWord: number;
  readonly endWord: number;
};

/** In order. Sentences without a word are left out. */
export const sentencesOf = (text: string, { from }: Words): readonly Sentence[] => {
  const sentences: Sentence[] = [];
  let word = 0;
  for (const { segment, index } of splitter.segment(text)) {
    const firstWord = word;
    while (word < from.length && (from[word] ?? 0) < index + segment.length) word++;
    if (word === firstWord) continue;
    const lead = segment.length - segment.trimStart().length;
    sentences.push({ from: index + lead, to: index + segment.trimEnd().length, firstWord, endWord: word });
  }
  return sentences;
};

/** Its rules are Unicode's: a line break ends a sentence, too. */
const splitter = new Intl.Segmenter("en", { granularity: "sentence" });
