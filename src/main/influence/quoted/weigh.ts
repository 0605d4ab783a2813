import type { Words } from "./words.ts";

/** What words weigh in a prompt: the fewer places a word has, the more it says, in bits. */
export type Weights = {
  readonly total: number;
  /** How often an answer's word is in the prompt; 0 for every other word. */
  count(word: string): number;
  bits(word: string): number;
};

export const weigh = (answer: Words, texts: readonly Words[]): Weights => {
  const counts = new Map(answer.words.map((word) => [word, 0]));
  let total = 0;
  for (const { words } of texts) {
    total += words.length;
    for (const word of words) {
      const known = counts.get(word);
      if (known !== undefined) counts.set(word, known + 1);
    }
  }
  const count = (word: string) => counts.get(word) ?? 0;
  return { total, count, bits: (word) => Math.log2((total + 1) / Math.max(1, count(word))) };
};
