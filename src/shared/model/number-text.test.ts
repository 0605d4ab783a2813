import { expect, it } from "vitest";
import { shareText, tokensText } from "./number-text.ts";

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
