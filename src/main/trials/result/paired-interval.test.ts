import { describe, expect, it } from "vitest";
import { bootstrapInterval, pairedIntervalOf, signFlipInterval } from "./paired-interval.ts";
import { randomFrom } from "./random.ts";

/** All subsets, the plain way. */
const subsetMeans = (values: readonly number[]): number[] => {
  const means: number[] = [];
  for (let subset = 1; subset < 2 ** values.length; subset++) {
    const chosen = values.filter((_, index) => (subset >> index) & 1);
    means.push(chosen.reduce((sum, value) => sum + value, 0) / chosen.length);
  }
  return means.sort((a, b) => a - b);
};

describe("the interval of paired differences", () => {
  it("is not given for fewer than six questions", () => {
    expect(pairedIntervalOf([1, 1, 1, 1, 1], 7)).toEqual({ mean: 1, low: null, high: null, questions: 5 });
    expect(pairedIntervalOf([], 7)).toEqual({ mean: 0, low: null, high: null, questions: 0 });
    expect(pairedIntervalOf([1, 1, 1, 1, 1, 1], 7)).toEqual({ mean: 1, low: 1, high: 1, questions: 6 });
  });

  it("is made of the averages of subsets, as the definition says", () => {
    const values = [0.5, -1, 2, 0, 1, 0.25, -0.5];
    const means = subsetMeans(values);
    const { low, high } = signFlipInterval(values, 1);
    expect(low).toBeCloseTo(means[2] ?? NaN, 12);
    expect(high).toBeCloseTo(means.at(-3) ?? NaN, 12);
  });

  it("excludes zero exactly when the sign-flip test refuses it on both sides", () => {
    const random = randomFrom(5);
    for (let round = 0; round < 300; round++) {
      const values = Array.from({ length: 8 }, () => Math.floor(random() * 5) - 2);
      const total = values.reduce((sum, value) => sum + value, 0);
      let [above, below] = [0, 0];
      for (let flips = 0; flips < 256; flips++) {
        const flipped = values.reduce(
          (sum, value, index) => sum + ((flips >> index) & 1 ? -value : value),
          0,
        );
        if (flipped >= total) above += 1;
        if (flipped <= total) below += 1;
      }
      const isRefused = above / 256 <= 0.025 || below / 256 <= 0.025;
      const { low, high } = signFlipInterval(values, round);
      expect(low > 0 || high < 0).toBe(isRefused);
    }
  });

  it("is the same for the same seed, and close for another one", () => {
    const values = Array.from({ length: 40 }, (_, at) => Math.sin(at * 7));
    expect(pairedIntervalOf(values, 3)).toEqual(pairedIntervalOf(values, 3));
    const [one, two] = [pairedIntervalOf(values, 3), pairedIntervalOf(values, 4)];
    expect(Math.abs((one.low ?? 0) - (two.low ?? 0))).toBeLessThan(0.03);
  });

  it("is never narrower than the bootstrap", () => {
    const random = randomFrom(9);
    for (let round = 0; round < 20; round++) {
      const values = Array.from({ length: 6 + round }, () => random() - 0.4);
      const drawn = bootstrapInterval(values, round);
      const { low, high } = pairedIntervalOf(values, round);
      expect(low).toBeLessThanOrEqual(drawn.low);
      expect(high).toBeGreaterThanOrEqual(drawn.high);
    }
  });

  it("says of two identical variants that they differ at most as often as it claims", () => {
    // 2,000 sets of ten questions, answered right by chance: more than 125 would be 2.5 deviations over 5 %.
    const random = randomFrom(11);
    let alarms = 0;
    for (let round = 0; round < 2_000; round++) {
      const differences = Array.from({ length: 10 }, () => {
        const chance = random();
        return (random() < chance ? 1 : 0) - (random() < chance ? 1 : 0);
      });
      const { low, high } = signFlipInterval(differences, round);
      if (low > 0 || high < 0) alarms += 1;
    }
    expect(alarms).toBeLessThanOrEqual(125);
  });
});
