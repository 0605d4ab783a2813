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
 * same twice, so both sides are asked for. The interval is by drawing from both sides again and again.
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
  const { low, high } = differenceInterval(same, changed);
  // With one answer on a side there is no spread to see, so nothing is shown by it.
  const moved = same.length > 1 && changed.length > 1 && low > MIN_DROP;
  return { drop, low, high, moved };
};

/** Of 1: a difference of one word in fifty is not looked at. */
const MIN_DROP = 0.02;
const DRAWS = 1000;

const differenceInterval = (a: readonly number[], b: readonly number[]) => {
  const random = seededRandom(20);
  const draw = (values: readonly number[]): number => {
    let sum = 0;
    for (let count = 0; count < values.length; count++)
      sum += values[Math.floor(random() * values.length)] as number;
    return sum / values.length;
  };
  const differences = Float64Array.from({ length: DRAWS }, () => draw(a) - draw(b)).toSorted();
  return {
    low: differences[Math.round(0.025 * (DRAWS - 1))] as number,
    high: differences[Math.round(0.975 * (DRAWS - 1))] as number,
  };
};

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / values.length;
