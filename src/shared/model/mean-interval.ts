import { seededRandom } from "./seeded-random.ts";

/**
 * A 95 % interval of the mean of some figures, by drawing from them again and again (bootstrap, percentiles). The same
 * figures give the same interval on every machine. It says how much the mean depends on which figures were seen; with
 * fewer than about ten it is too narrow.
 */
export const meanInterval = (values: readonly number[]): { readonly low: number; readonly high: number } => {
  const [first = 0] = values;
  if (values.length < 2) return { low: first, high: first };
  const random = seededRandom(SEED);
  const means = Float64Array.from({ length: DRAWS }, () => {
    let sum = 0;
    for (let draw = 0; draw < values.length; draw++)
      sum += values[Math.floor(random() * values.length)] as number;
    return sum / values.length;
  }).toSorted();
  const at = (share: number) => means[Math.round(share * (DRAWS - 1))] as number;
  return { low: at(0.025), high: at(0.975) };
};

const DRAWS = 1000;
const SEED = 20;
