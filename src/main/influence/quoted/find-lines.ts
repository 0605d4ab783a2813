import type { Found } from "./found.ts";
import type { Sentence } from "./sentences.ts";
import type { Weights } from "./weigh.ts";
import { lengthInWords, type Words } from "./words.ts";

/** Fewer common words say nothing. */
const MIN_SHARED_WORDS = 3;
/** Of what the words of the sentence weigh together. */
const MIN_SHARED_WEIGHT = 0.35;
/** A word that more sentences have leads nowhere. */
const MAX_SENTENCES = 8;
/** A longer line is compared in parts of this many words. */
const MAX_LINE_WORDS = 40;
/** Per sentence. */
const MAX_LINES = 2;

/** Lines that have several rare words of a sentence, in whatever order: what a sentence in other words may go back to. */
export const findLines = (
  answer: Words,
  sentences: readonly Sentence[],
  texts: readonly (Words & { readonly text: string })[],
  weights: Weights,
): readonly Found[] => {
  const { sentencesWith, weightOf } = rareWords(answer, sentences, weights);
  const best = sentences.map((): Found[] => []);
  for (const [text, { words, from, to, text: content }] of texts.entries()) {
    for (const [start, end] of linesOf(content, from)) {
      /** Per sentence, the places of the distinct words that the line shares with it. */
      const shared = new Map<number, Map<string, number>>();
      for (let at = start; at < end; at++) {
        const word = words[at] ?? "";
        for (const sentence of sentencesWith.get(word) ?? []) {
          const places = shared.get(sentence) ?? new Map<string, number>();
          if (!places.has(word)) places.set(word, at);
          shared.set(sentence, places);
        }
      }
      for (const [sentence, places] of shared) {
        if (places.size < MIN_SHARED_WORDS) continue;
        const bits = [...places.keys()].reduce((sum, word) => sum + weights.bits(word), 0);
        if (bits < MIN_SHARED_WEIGHT * (weightOf[sentence] ?? Infinity)) continue;
        const kept = best[sentence];
        kept?.push({
          sentence,
          text,
          kind: "words",
          shared: [...places.keys()],
          ranges: [...places.values()].map((at) => [from[at] ?? 0, to[at] ?? 0] as const),
          bits,
        });
        kept?.sort((a, b) => b.bits - a.bits).splice(MAX_LINES);
      }
    }
  }
  return best.flat();
};

const rareWords = ({ words }: Words, sentences: readonly Sentence[], weights: Weights) => {
  const rarest = Math.max(2, weights.total / 500);
  const sentencesWith = new Map<string, number[]>();
  const weightOf = sentences.map(({ firstWord, endWord }, index) => {
    let sum = 0;
    for (const word of new Set(words.slice(firstWord, endWord))) {
      sum += weights.bits(word);
      const count = weights.count(word);
      if (count === 0 || count > rarest || lengthInWords([word]) < 1 || word.length < 3) continue;
      const known = sentencesWith.get(word);
      if (known) known.push(index);
      else sentencesWith.set(word, [index]);
    }
    return sum;
  });
  for (const [word, places] of sentencesWith) if (places.length > MAX_SENTENCES) sentencesWith.delete(word);
  return { sentencesWith, weightOf };
};

/** Word ranges of the lines; a long line in parts. */
function* linesOf(text: string, from: Uint32Array): Generator<readonly [number, number]> {
  let start = 0;
  let lineEnd = -1;
  for (let at = 0; at < from.length; at++) {
    const place = from[at] ?? 0;
    if (place > lineEnd || at - start >= MAX_LINE_WORDS) {
      if (at > start) yield [start, at];
      start = at;
    }
    if (place > lineEnd) {
      const next = text.indexOf("\n", place);
      lineEnd = next < 0 ? text.length : next;
    }
  }
  if (from.length > start) yield [start, from.length];
}
