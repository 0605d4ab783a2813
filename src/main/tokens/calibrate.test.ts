import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Calibration, calibrated, withSample } from "./calibrate.ts";

const after = (samples: readonly (readonly [number, number])[]) =>
  samples.reduce<Calibration | null>((before, [ours, theirs]) => withSample(before, ours, theirs), null);

describe("calibration", () => {
  it("is the mean of the first five samples", () => {
    const found = after([100, 110, 120, 130, 140].map((theirs) => [100, theirs] as const));
    expect(found?.ratio).toBeCloseTo(1.2, 10);
    expect(found?.samples).toBe(5);
  });

  it("moves a fifth of the way with each later sample", () => {
    const steady = after(Array.from({ length: 10 }, () => [1000, 1000] as const));
    expect(withSample(steady, 1000, 2000)?.ratio).toBeCloseTo(1.2, 10);
  });

  it("ignores small or nonsensical counts", () => {
    const before = { ratio: 1.1, samples: 3 };
    for (const [ours, theirs] of [
      [49, 500],
      [0, 10],
      [100, 0],
      [100, Number.NaN],
      [Number.NaN, 5],
    ] as const) {
      expect(withSample(before, ours, theirs)).toBe(before);
    }
    expect(withSample(null, 10, 12)).toBeNull();
  });

  it("stays between a quarter and four times whatever providers say", () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(fc.integer({ min: 50, max: 1e6 }), fc.integer({ min: 1, max: 1e9 })), {
          minLength: 1,
        }),
        (samples) => {
          const ratio = after(samples)?.ratio ?? 0;
          expect(ratio).toBeGreaterThanOrEqual(0.25);
          expect(ratio).toBeLessThanOrEqual(4);
        },
      ),
    );
  });

  it("corrects estimates and leaves exact counts alone", () => {
    const calibration = { ratio: 1.25, samples: 4 };
    expect(calibrated({ tokens: 100, exact: false }, calibration)).toBe(125);
    expect(calibrated({ tokens: 100, exact: true }, calibration)).toBe(100);
    expect(calibrated({ tokens: 100, exact: false }, null)).toBe(100);
  });
});
