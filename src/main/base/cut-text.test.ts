import * as fc from "fast-check";
import { expect, it } from "vitest";
import { cutEnd, cutMiddle, cutStart } from "./cut-text.ts";

it("never cuts a character in two", () => {
  const text = `x${"🐙".repeat(40)}`;
  for (let at = 0; at <= text.length + 2; at++) {
    for (const cut of [cutStart(text, at), cutEnd(text, at), cutMiddle(text, at, at + 7)]) {
      expect(cut.isWellFormed()).toBe(true);
    }
    expect(cutStart(text, at).length).toBeLessThanOrEqual(at);
    expect(cutEnd(text, at).length).toBeLessThanOrEqual(at);
  }
  expect(cutStart("abc", 5)).toBe("abc");
  expect(cutEnd("abc", 2)).toBe("bc");
});

it("never cuts inside a character and never keeps more than asked", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: -2, max: 30 }), (text, max) => {
      const cut = cutStart(text, max);
      expect(text.startsWith(cut)).toBe(true);
      expect(cut.length).toBeLessThanOrEqual(Math.max(0, max));
      expect(cut.isWellFormed()).toBe(true);
      expect(cut.length).toBeGreaterThanOrEqual(Math.min(text.length, Math.max(0, max)) - 1);
    }),
  );
});
