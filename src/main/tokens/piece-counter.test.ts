import { expect, it } from "vitest";
import { createBytePairEncoder } from "./byte-pair-encoder.ts";
import { sourceRanks } from "./load-ranks.ts";
import { createRankTable, type RankTable } from "./rank-table.ts";
import { parseRanks } from "./ranks.ts";
import { packageText } from "./reference-corpus.ts";
import { o200kSplitter } from "./split-pieces.ts";

const table = createRankTable(parseRanks(await sourceRanks("o200k_base")));

/** Counts, and reports how many byte pairs the merges had to look up. */
const observedCount = () => {
  let pairs = 0;
  const counting: RankTable = {
    ...table,
    findPair: (first, second) => {
      pairs++;
      return table.findPair(first, second);
    },
  };
  const encoder = createBytePairEncoder(counting, o200kSplitter());
  return (text: string) => {
    pairs = 0;
    const { tokens } = encoder.count(text, () => {});
    return { tokens, pairs };
  };
};

it("merges only the pieces that an edit changed", () => {
  const text = packageText(["zod", "yaml"], /\.md$/, 100_000);
  const count = observedCount();
  const first = count(text);
  expect(first.pairs).toBeGreaterThan(500);
  expect(count(text)).toEqual({ tokens: first.tokens, pairs: 0 });

  const middle = text.indexOf(" ", text.length / 2);
  const word = " Sauerteigbrötchenzzz";
  const edited = text.slice(0, middle) + word + text.slice(middle);
  const again = count(edited);
  // The new word's bytes and, at most, those of its neighbours.
  expect(again.pairs).toBeGreaterThan(0);
  expect(again.pairs).toBeLessThan(Buffer.byteLength(word) + 40);
  expect(again.tokens).toBe(observedCount()(edited).tokens);
});

it("forgets pieces that were not used for long, and still counts them correctly", () => {
  const count = observedCount();
  const odd = "Xqzwvjk";
  const first = count(odd);
  expect(count(odd).pairs).toBe(0);
  const letters = "bcdfghjklmnpqrstvwxz";
  for (let n = 0; n < 110_000; n++) {
    const name = [n % 20, (n / 20) % 20, (n / 400) % 20, (n / 8000) % 20].map((i) => letters[Math.floor(i)]);
    count(`qzx${name.join("")}vq qzx${name.join("")}vqxkzjwqvvzkqx`);
  }
  expect(count(odd)).toEqual(first);
});
