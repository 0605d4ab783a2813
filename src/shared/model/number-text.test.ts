import { afterEach, expect, it } from "vitest";
import * as fc from "fast-check";
import { bytesText, decimalText, numberText, shareText, tokensText, writeNumbersAs } from "./number-text.ts";

afterEach(() => writeNumbersAs());

it("writes every number as the platform does", () => {
  const numbers = fc.oneof(
    fc.nat(2000),
    fc.maxSafeInteger(),
    fc.double({ noNaN: true, min: -1e9, max: 1e9 }),
  );
  fc.assert(
    fc.property(numbers, (value) => {
      // The platform writes a zero with a sign; no count has one.
      expect(numberText(value)).toBe(Object.is(value, -0) ? "0" : value.toLocaleString("en-US"));
    }),
    { examples: [[0], [999], [1000], [100_000], [1_000_000], [-1234], [1234.5]], numRuns: 1000 },
  );
});

it("marks an estimate, and nothing when there is nothing", () => {
  expect(tokensText(1234, true)).toBe("1,234");
  expect(tokensText(1234, false)).toBe("~1,234");
  expect(tokensText(0, false)).toBe("0");
});

it("rounds a share to whole percents, but never to nothing or everything", () => {
  expect([0, 0.001, 0.41, 0.996, 1].map(shareText)).toEqual([
    "0 %",
    "under 1 %",
    "41 %",
    "over 99 %",
    "100 %",
  ]);
});

it("writes numbers as a page's language does, and as English does without one", () => {
  writeNumbersAs({ group: ".", decimal: ",", percent: " %", under: "unter ", over: "über " });
  expect(numberText(1_234_567)).toBe("1.234.567");
  expect(numberText(-1234.5)).toBe("-1.234,5");
  expect([bytesText(1_500_000), decimalText(2.25, 2)]).toEqual(["1,4 MB", "2,25"]);
  expect([0.001, 0.5, 0.999].map(shareText)).toEqual(["unter 1 %", "50 %", "über 99 %"]);
  writeNumbersAs();
  expect([numberText(1234), shareText(0.001)]).toEqual(["1,234", "under 1 %"]);
});
