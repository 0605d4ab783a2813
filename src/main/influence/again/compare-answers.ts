import { seededRandom } from "#shared/model/seeded-random.ts";
import { sharedWords } from "./shared-words.ts";

export type Compared = {
  /** How much less the answers without the part share with the first, on average. */
  readonly drop: number;
  readonly low: number;
  readonly high: number;
  readonly moved: boolean;
};

/**
 * Whether answers without a part differ more from the first answer than answers with it do. A model rarely says the
 * same twice, so both sides are asked for.
 *
 * The interval is by drawing from both sides again and again. With few answers that is too narrow: of two on each side
 * that are all alike it would leave no room at all. So a second question is asked: of all ways to deal these answers
 * to two sides, how many look at least like this? When the part does nothing, each is as likely. Where these are more
 * than one in twenty, the interval holds zero. Two answers on each side can never show anything, three can.
 */
export const compareAnswers = (
  first: string,
  withIt: readonly string[],
  without: readonly string[],
): Compared => {
  const [same, changed] = [withIt, without].map((texts) => texts.map((text) => sharedWords(first, text)));
  if (!same || !changed || same.length === 0 || changed.length === 0)
    return { drop: 0, low: 0, high: 0, moved: false };
  const drop = mean(same) - mean(changed);
  const drawn = differenceInterval(same, changed);
  const isShown = shareOfDeals(same, changed) <= MAX_SHARE;
  const low = isShown ? drawn.low : Math.min(drawn.low, 0);
  return { drop, low, high: drawn.high, moved: isShown && low > MIN_DROP };
};

/** Of 1: a difference of one word in fifty is not looked at. */
const MIN_DROP = 0.02;
const MAX_SHARE = 0.05;
const DRAWS = 1000;
/** All deals are looked at up to this many answers in all: 12,870. Of more, some are drawn. */
const MAX_ALL_DEALS = 16;
const DEALS = 1_999;
/** Sums of the same numbers in a different order are not quite the same. */
const ROUNDING = 1e-9;

/** Of all ways to deal the answers to both sides, the share in which the first side is at least as high as it is. */
const shareOfDeals = (same: readonly number[], changed: readonly number[]): number => {
  const all = [...same, ...changed];
  const seen = sum(same) - ROUNDING;
  let [far, deals] = [0, 0];
  const note = (total: number) => {
    deals += 1;
    if (total >= seen) far += 1;
  };
  if (all.length <= MAX_ALL_DEALS) everyDeal(all, 0, same.length, 0, note);
  else {
    note(sum(same));
    const random = seededRandom(20);
    for (let deal = 0; deal < DEALS; deal++) note(oneDeal(all, same.length, random));
  }
  return far / deals;
};

const everyDeal = (
  all: readonly number[],
  from: number,
  left: number,
  total: number,
  note: (total: number) => void,
): void => {
  if (left === 0) return note(total);
  for (let at = from; at <= all.length - left; at++)
    everyDeal(all, at + 1, left - 1, total + (all[at] ?? 0), note);
};

const oneDeal = (all: readonly number[], count: number, random: () => number): number => {
  const rest = [...all];
  let total = 0;
  for (let taken = 0; taken < count; taken++)
    total += rest.splice(Math.floor(random() * rest.length), 1)[0] ?? 0;
  return total;
};

const differenceInterval = (a: readonly number[], b: readonly number[]) => {
  const random = seededRandom(20);
  const draw = (values: readonly number[]): number => {
    let total = 0;
    for (let count = 0; count < values.length; count++)
      total += values[Math.floor(random() * values.length)] as number;
    return total / values.length;
  };
  const differences = Float64Array.from({ length: DRAWS }, () => draw(a) - draw(b)).toSorted();
  return {
    low: differences[Math.round(0.025 * (DRAWS - 1))] as number,
    high: differences[Math.round(0.975 * (DRAWS - 1))] as number,
  };
};

const sum = (values: readonly number[]): number => values.reduce((total, value) => total + value, 0);
const mean = (values: readonly number[]): number => sum(values) / values.length;
