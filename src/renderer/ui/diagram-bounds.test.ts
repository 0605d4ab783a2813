import { expect, it } from "vitest";
import { isSmallDiagram } from "./diagram-bounds.ts";

it("draws a diagram a person writes", () => {
  expect(isSmallDiagram("flowchart LR\n  A[Flour] --> B{Enough?}\n  B -->|yes| C[Bake]")).toBe(true);
});

it.each([
  ["490 edges", `flowchart LR\n${"a-->b\n".repeat(490)}`],
  ["101 short edges", `graph LR\n${"a-->b\n".repeat(101)}`],
  ["a label of 5,000 lines", `flowchart LR\nA["${"<br/>".repeat(5_000)}"]`],
  ["5,000 commits", `gitGraph\n${"commit\n".repeat(5_000)}`],
])("does not try %s", (_, source) => {
  expect(isSmallDiagram(source)).toBe(false);
});
