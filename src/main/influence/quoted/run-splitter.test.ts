import * as fc from "fast-check";
import { expect, it } from "vitest";
import { runSplitter } from "./run-splitter.ts";

const sentencesOf = (lengths: readonly number[]) => {
  let at = 0;
  return lengths.map((words) => {
    const firstWord = at;
    at += words;
    return { from: firstWord, to: at, firstWord, endWord: at };
  });
};

/** Word by word: the parts of a run, and of those the ones with three words or as many as the longest has. */
const plainly = (sentences: ReturnType<typeof sentencesOf>, from: number, to: number) => {
  const parts = sentences
    .map(({ firstWord, endWord }, sentence) => ({
      sentence,
      firstWord: Math.max(from, firstWord),
      endWord: Math.min(to, endWord),
    }))
    .filter(({ firstWord, endWord }) => firstWord < endWord);
  const longest = Math.max(...parts.map(({ firstWord, endWord }) => endWord - firstWord));
  return parts.filter(({ firstWord, endWord }) => endWord - firstWord >= Math.min(3, longest));
};

it("names the sentences of a run that have three of its words, or as many as the longest part", () => {
  const cases = fc
    .array(fc.integer({ min: 1, max: 5 }), { minLength: 1, maxLength: 12 })
    .chain((lengths) => {
      const words = lengths.reduce((sum, each) => sum + each, 0);
      const place = fc.integer({ min: 0, max: words });
      return fc.record({ lengths: fc.constant(lengths), a: place, b: place });
    })
    .filter(({ a, b }) => a !== b);
  fc.assert(
    fc.property(cases, ({ lengths, a, b }) => {
      const sentences = sentencesOf(lengths);
      const [from, to] = [Math.min(a, b), Math.max(a, b)];
      expect(runSplitter(sentences, 100)(from, to)).toEqual(plainly(sentences, from, to));
    }),
    { numRuns: 2000 },
  );
});

it("names a sentence only so often, and the others still", () => {
  const split = runSplitter(sentencesOf([3, 3, 3, 3]), 2);
  const named = (from: number, to: number) => split(from, to).map(({ sentence }) => sentence);
  expect(named(0, 9)).toEqual([0, 1, 2]);
  expect(named(3, 9)).toEqual([1, 2]);
  expect(named(0, 12)).toEqual([0, 3]);
  expect(named(0, 12)).toEqual([3]);
  expect(named(0, 12)).toEqual([]);
});
