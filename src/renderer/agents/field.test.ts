import { expect, it } from "vitest";
import { isSameText, readText, textOf } from "./field.tsx";

const spec = (kind: Parameters<typeof textOf>[1], optional = false) => ({
  key: "k",
  label: "K",
  kind,
  optional,
});

it("parses what it formatted", () => {
  for (const [kind, value] of [
    ["words", ["a", "b c"]],
    ["lines", ["a.md", "b, c.md"]],
    ["count", 4096],
    ["tools", null],
    ["tools", []],
    ["tools", ["memory_*", "read_file"]],
    ["share", 0.85],
    ["text", "Juno"],
    ["flag", true],
  ] as const) {
    expect(readText(textOf(value, kind), spec(kind))).toEqual({ value });
  }
});

it("shows counts with separators, and counts typed without them as the same", () => {
  expect(textOf(16384, "count")).toBe("16,384");
  expect(isSameText("16384", "16,384", spec("count"))).toBe(true);
  expect(isSameText("16385", "16,384", spec("count"))).toBe(false);
});

it("removes an optional key when the field is emptied, and refuses to empty a required one", () => {
  expect(readText("", spec("count", true))).toEqual({ value: null });
  expect(readText(" ", spec("text"))).toHaveProperty("wrong");
});

it("refuses anything but an integer", () => {
  for (const text of ["-1", "1.5", "many", "99999999999999999999"]) {
    expect(readText(text, spec("count"))).toHaveProperty("wrong");
  }
});
