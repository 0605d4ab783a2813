import { expect, it } from "vitest";
import { withPrefill } from "./prefill-speed.ts";

const sample = { tokens: 1000, cached: null, mayBeCached: false, firstAfter: 2000 };

it("is the time to the first piece of the answer per token that was read", () => {
  expect(withPrefill(null, sample)).toEqual({ msPerToken: 2, samples: 1 });
});

it("does not count what the server had in its cache", () => {
  expect(withPrefill(null, { ...sample, cached: 500 })?.msPerToken).toBe(4);
});

it("ignores a turn with an unknown number of tokens read, or with too few", () => {
  const before = { msPerToken: 2, samples: 1 };
  expect(withPrefill(before, { ...sample, mayBeCached: true })).toBe(before);
  expect(withPrefill(before, { ...sample, cached: 900, mayBeCached: true })).toBe(before);
  expect(withPrefill(before, { ...sample, tokens: 120 })).toBe(before);
  expect(withPrefill(before, { ...sample, firstAfter: 0 })).toBe(before);
});

it("averages the first turns, and gives each later one a weight of a fifth", () => {
  const second = withPrefill({ msPerToken: 2, samples: 1 }, { ...sample, firstAfter: 4000 });
  expect(second).toEqual({ msPerToken: 3, samples: 2 });
  const late = withPrefill({ msPerToken: 2, samples: 40 }, { ...sample, firstAfter: 4000 });
  expect(late?.msPerToken).toBeCloseTo(2.4);
});
