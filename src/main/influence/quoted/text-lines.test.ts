import * as fc from "fast-check";
import { expect, it } from "vitest";
import { TextLines } from "./text-lines.ts";

it("finds the line of every place", () => {
  const texts = fc
    .array(fc.constantFrom("a", "bc", "\n", "🐙"), { maxLength: 40 })
    .map((parts) => parts.join(""));
  fc.assert(
    fc.property(texts, (text) => {
      const lines = new TextLines(text);
      for (let at = 0; at <= text.length; at++) {
        const before = text.slice(0, at).split("\n");
        const [from, to] = lines.around(at);
        expect(lines.number(at)).toBe(before.length);
        expect(from).toBe(at - (before.at(-1) ?? "").length);
        expect(text.slice(from, to)).toBe(text.split("\n")[before.length - 1]);
      }
    }),
  );
});
