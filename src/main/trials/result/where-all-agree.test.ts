import { describe, expect, it } from "vitest";
import { pairedIntervalOf } from "./paired-interval.ts";
import { whereAllAgree } from "./where-all-agree.ts";

const agree = (count: number, value: number) => {
  const differences = Array.from({ length: count }, () => value);
  return whereAllAgree(pairedIntervalOf(differences, 1), differences);
};

describe("questions that all have the same difference", () => {
  it("leave room for questions that would come out differently, less with more questions", () => {
    expect(agree(7, 0)).toMatchObject({
      mean: 0,
      low: expect.closeTo(-0.41, 2),
      high: expect.closeTo(0.41, 2),
    });
    expect(agree(100, 0).high).toBeCloseTo(0.036, 3);
  });

  it.each([6, 7, 40])("still show that one variant passes all and the other none: %i questions", (count) => {
    const { low, high } = agree(count, 1);
    expect(low).toBeGreaterThan(0);
    expect(high).toBe(1);
    expect(agree(count, -1)).toMatchObject({ low: -1, high: expect.closeTo(-(low ?? 0), 6) });
  });

  it("change nothing where questions differ, or where there are too few for an interval", () => {
    const differences = [0, 0, 1, 0, 0, 0, 0];
    const interval = pairedIntervalOf(differences, 1);
    expect(whereAllAgree(interval, differences)).toBe(interval);
    expect(agree(3, 0)).toMatchObject({ low: null, high: null });
  });
});
