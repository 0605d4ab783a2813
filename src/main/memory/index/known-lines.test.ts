import * as fc from "fast-check";
import { expect, it } from "vitest";
import { KnownLines } from "./known-lines.ts";
import { isKnown } from "./same-text.ts";

const word = fc.constantFrom("rye", "bread", "on", "tuesdays", "oven", "7", "8", "is", "hot", "the");
const line = fc.array(word, { maxLength: 14 }).map((words) => words.join(" "));

it("answers as the comparison one by one does", () => {
  fc.assert(
    fc.property(fc.array(line, { maxLength: 30 }), line, (known, asked) => {
      expect(new KnownLines(known).has(asked)).toBe(isKnown(asked, known));
    }),
    { numRuns: 2_000 },
  );
});
