import { expect, it } from "vitest";
import { editSource } from "./edit-source.ts";

const file = "# Monday\r\n\r\n- decision: Rye on Fridays.\r\n- The oven is new.\r\n";
const rye = { lineFrom: 3, lineTo: 3, text: "Rye on Fridays.", kind: "decision" };

it("removes the line of a memory and leaves the rest unchanged", () => {
  expect(editSource(file, rye, null)).toBe("# Monday\r\n\r\n- The oven is new.\r\n");
});

it("replaces its words and keeps its kind and line end", () => {
  expect(editSource(file, rye, "Rye on\nMondays.")).toBe(
    "# Monday\r\n\r\n- decision: Rye on Mondays.\r\n- The oven is new.\r\n",
  );
});

it("replaces an entry of several lines", () => {
  const place = { lineFrom: 2, lineTo: 3, text: "One\n  two", kind: null };
  expect(editSource("- a\n- One\n  two\n- b\n", place, "Three")).toBe("- a\n- Three\n- b\n");
});

it("changes nothing when the lines no longer match", () => {
  expect(editSource(file, { ...rye, lineFrom: 4, lineTo: 4 }, null)).toBeNull();
  expect(editSource("", rye, null)).toBeNull();
});
