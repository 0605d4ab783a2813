import { expect, it } from "vitest";
import { memorySearchText } from "./memory-search-text.ts";

const files = [
  { path: "MEMORY.md", text: "# Memory\n\n- The oven runs at 230 °C.\r\n- Rye flour from Miller.\n" },
  { path: "memory/2026-11-16.md", text: "- decision: No rye on Mondays.\n" },
];

it("lists the file and line of each match after their number", () => {
  expect(memorySearchText(files, "RYE")).toBe(
    "Found 2 matches:\nSource: MEMORY.md#4: - Rye flour from Miller.\nSource: memory/2026-11-16.md#1: - decision: No rye on Mondays.",
  );
});

it("reports that nothing matches, with the original query", () => {
  expect(memorySearchText(files, "Spelt?")).toBe("No matching memories found for: Spelt?");
  expect(memorySearchText(files, "")).toBe("No matching memories found for: ");
});

it("finds all words of a question in any order", () => {
  expect(memorySearchText(files, "what is the temperature: 230 oven")).toContain("No matching");
  expect(memorySearchText(files, "at which 230 is the oven?")).toContain("Source: MEMORY.md#3: ");
});

it("treats search syntax as plain text", () => {
  expect(memorySearchText(files, 'NEAR("rye" *)')).toContain("No matching memories found for: NEAR(");
  expect(memorySearchText(files, '"rye"*')).toContain("Found 2 matches:");
});

it("reports how many more there are past 50", () => {
  const text = "- rye\n".repeat(60);
  const answer = memorySearchText([{ path: "MEMORY.md", text }], "rye").split("\n");
  expect(answer[0]).toBe("Found 60 matches:");
  expect(answer).toHaveLength(52);
  expect(answer.at(-1)).toBe("… and 10 more");
});
