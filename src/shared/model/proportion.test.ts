import { describe, expect, it } from "vitest";
import { shareAtMost, shareInterval } from "./proportion.ts";

/** The chance of at most `hits`, term by term: the definition the interval is checked against. */
const chanceOfAtMost = (hits: number, tries: number, share: number): number => {
  let term = (1 - share) ** tries;
  let sum = term;
  for (let k = 1; k <= hits; k++) {
    term *= ((tries - k + 1) / k) * (share / (1 - share));
    sum += term;
  }
  return sum;
};

describe("an interval for a share", () => {
  it("has the ends that Clopper and Pearson define", () => {
    for (const [hits, tries] of [
      [1, 10],
      [3, 40],
      [20, 40],
      [39, 40],
      [7, 200],
    ] as const) {
      const { low, high } = shareInterval(hits, tries);
      expect(1 - chanceOfAtMost(hits - 1, tries, low)).toBeCloseTo(0.025, 8);
      expect(chanceOfAtMost(hits, tries, high)).toBeCloseTo(0.025, 8);
    }
  });

  it("agrees with published values", () => {
    // 4 of 10 and 0 of 20, as textbooks print them.
    expect(shareInterval(4, 10).low).toBeCloseTo(0.1216, 4);
    expect(shareInterval(4, 10).high).toBeCloseTo(0.7376, 4);
    expect(shareInterval(0, 20)).toEqual({ low: 0, high: expect.closeTo(0.1684, 4) as number });
  });

  it("says at most 7 % of 0 in 40", () => {
    expect(shareAtMost(0, 40)).toBeCloseTo(1 - 0.05 ** (1 / 40), 10);
    expect(Math.round(shareAtMost(0, 40) * 100)).toBe(7);
    expect(shareAtMost(40, 40)).toBe(1);
  });

  it("knows nothing when nothing was tried, and mirrors", () => {
    expect(shareInterval(0, 0)).toEqual({ low: 0, high: 1 });
    expect(shareInterval(3, 17).low).toBeCloseTo(1 - shareInterval(14, 17).high, 10);
  });

  it("holds the true share at least as often as it says", () => {
    for (const share of [0.02, 0.1, 0.35, 0.5]) {
      const tries = 40;
      let covered = 0;
      for (let hits = 0; hits <= tries; hits++) {
        const { low, high } = shareInterval(hits, tries);
        const before = hits === 0 ? 0 : chanceOfAtMost(hits - 1, tries, share);
        if (low <= share && share <= high) covered += chanceOfAtMost(hits, tries, share) - before;
      }
      expect(covered).toBeGreaterThanOrEqual(0.95);
    }
  });

  it("works for many tries, and narrows", () => {
    const wide = shareInterval(50, 1000);
    const narrow = shareInterval(50_000, 1_000_000);
    expect(narrow.low).toBeGreaterThan(wide.low);
    expect(narrow.high).toBeLessThan(wide.high);
    expect(narrow.high - narrow.low).toBeCloseTo(2 * 1.96 * Math.sqrt((0.05 * 0.95) / 1e6), 4);
  });

  it("refuses what is no share", () => {
    expect(() => shareInterval(5, 4)).toThrow(RangeError);
    expect(() => shareInterval(-1, 4)).toThrow(RangeError);
    expect(() => shareInterval(0.5, 4)).toThrow(RangeError);
    expect(() => shareAtMost(1, 4, 1)).toThrow(RangeError);
  });
});
