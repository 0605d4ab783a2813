import * as fc from "fast-check";
import { expect, it } from "vitest";
import { MAX_HOOK_CHARS } from "#shared/model/connect-snippet.ts";
import { sessionStart } from "./mcp.ts";

const contextIn = (line: string) =>
  (JSON.parse(line) as { hookSpecificOutput: { additionalContext: string } }).hookSpecificOutput
    .additionalContext;

it("prints a short context unchanged", () => {
  expect(contextIn(sessionStart("Answer in metric units.\n"))).toBe("Answer in metric units.\n");
});

it("stays under the limit of a hook whatever the context contains", () => {
  const parts = fc.array(fc.constantFrom("word ", "\u0001", '"', "\n", "🎒", "é"), { maxLength: 20_000 });
  fc.assert(
    fc.property(parts, fc.integer({ min: 1, max: 20 }), (texts, times) => {
      const text = texts.join("").repeat(times);
      const line = sessionStart(text);
      expect(line.length).toBeLessThan(MAX_HOOK_CHARS);
      const said = contextIn(line);
      expect(said.isWellFormed()).toBe(true);
      expect(text.startsWith(said.replace(/\n\[cut\]\n$/, ""))).toBe(true);
    }),
    { numRuns: 40 },
  );
});
