import { estimateEncoderWith, type Prices, PRICES } from "../../src/main/tokens/estimate-encoder.ts";
import { estimateCorpus } from "./corpus.ts";
import { loadTokenizers } from "./tokenizers.ts";

/**
 * Fits the prices of the estimate, one at a time, until none helps: those that are named (`foreignWord`, or the first
 * code unit of a script), otherwise all. A text that is estimated too low weighs four times as much as one that is
 * too high. Every kind of text counts the same, however much there is of it. Prints the
 * prices; `npm run bench:tokens -- estimate` measures them on texts that are not used here.
 */
const LOW_WEIGHT = 4;

type Single = Exclude<keyof Prices, "scripts">;
const singles = Object.keys(PRICES).filter((key): key is Single => key !== "scripts");

/** The prices as one list, and back. */
const listOf = (prices: Prices): number[] => [
  ...singles.map((key) => prices[key]),
  ...prices.scripts.map(([, price]) => price),
];
const pricesOf = (list: readonly number[]): Prices => ({
  ...PRICES,
  ...Object.fromEntries(singles.map((key, at) => [key, list[at] ?? 0])),
  scripts: PRICES.scripts.map(([from], at) => [from, list[singles.length + at] ?? 0]),
});

/** An estimate is a sum of prices, so a text is known by how often it pays each: its cost at a price of one token. */
const TOKEN = 12;
const payers = listOf(PRICES).map((_, at) =>
  estimateEncoderWith(pricesOf(listOf(PRICES).map((_, other) => (other === at ? TOKEN : 0)))),
);
const tokenizers = await loadTokenizers();
const samples = estimateCorpus("fit").map(({ kind, text }) => ({
  kind,
  pays: payers.map((payer) => payer.count(text, () => {}).tokens),
  counts: tokenizers.map(({ count }) => count(text)),
}));
const kinds = [...Map.groupBy(samples, ({ kind }) => kind).values()];

const lossOf = (list: readonly number[]): number => {
  let sum = 0;
  for (const texts of kinds) {
    let own = 0;
    for (const { pays, counts } of texts) {
      const parts = pays.reduce((total, times, at) => total + times * (list[at] ?? 0), 0);
      for (const real of counts) {
        const error = parts / TOKEN / real - 1;
        own += error < 0 ? -error * LOW_WEIGHT : error;
      }
    }
    sum += own / (texts.length * tokenizers.length);
  }
  return sum / kinds.length;
};

/**
 * Prices stay between half and twice of what they were, and what hardly any text here pays (an emoji, say) stays:
 * they must hold for texts that are not here.
 */
const MIN_TEXTS = 20;
const named = process.argv.slice(2);
const names = [...singles, ...PRICES.scripts.map(([from]) => String(from))];
const bounds = listOf(PRICES).map((price, at) => {
  const isPaid = samples.filter(({ pays }) => (pays[at] ?? 0) > 0).length >= MIN_TEXTS;
  const isFree = isPaid && (named.length === 0 || named.includes(names[at] ?? ""));
  return isFree ? [Math.ceil(price / 2), price * 2] : [price, price];
});
const within = (at: number, price: number): number => {
  const [least = 0, most = price] = bounds[at] ?? [];
  return Math.min(most, Math.max(least, price));
};

let best = listOf(PRICES);
let loss = lossOf(best);
for (let isBetter = true; isBetter;) {
  isBetter = false;
  for (const at of best.keys()) {
    for (const by of [-1, 1]) {
      const list = best.with(at, within(at, (best[at] ?? 0) + by));
      const next = lossOf(list);
      if (next >= loss - 1e-9) continue;
      [best, loss, isBetter] = [list, next, true];
    }
  }
}
console.log(loss.toFixed(4), JSON.stringify(pricesOf(best)));
