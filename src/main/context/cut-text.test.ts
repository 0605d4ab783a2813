import * as fc from "fast-check";
import { expect, it } from "vitest";
import { cutChars, trimBody } from "./cut-text.ts";

it("never cuts inside a character and never keeps more than asked", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), fc.integer({ min: -2, max: 30 }), (text, max) => {
      const cut = cutChars(text, max);
      expect(text.startsWith(cut)).toBe(true);
      expect(cut.length).toBeLessThanOrEqual(Math.max(0, max));
      expect(cut.isWellFormed()).toBe(true);
      expect(cut.length).toBeGreaterThanOrEqual(Math.min(text.length, Math.max(0, max)) - 1);
    }),
  );
});

it("takes outer blank lines off a body and nothing else", () => {
  expect(trimBody("\n \t\n  a\n\nb  \n \n")).toBe("  a\n\nb  ");
  expect(trimBody("\r\n  a\r\nb\r\n\r\n")).toBe("  a\r\nb");
  expect(trimBody(" \n\t ")).toBe("");
  expect(trimBody("a")).toBe("a");
});
