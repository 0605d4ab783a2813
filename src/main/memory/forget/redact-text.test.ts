import { expect, it } from "vitest";
import { redactLines, redactValue } from "./redact-text.ts";

it("replaces a text wherever it occurs in a value", () => {
  const value = { a: "The safe is 4711.", b: ["x", { c: "and the safe is 4711. Yes" }], n: 4711 };
  expect(redactValue(value, "safe is 4711.")).toEqual({
    a: "The [forgotten]",
    b: ["x", { c: "and the [forgotten] Yes" }],
    n: 4711,
  });
});

it("returns the same value when there is nothing to replace", () => {
  const value = { a: ["x"] };
  expect(redactValue(value, "y")).toBe(value);
});

it("counts the lines it changed and leaves the others unchanged", () => {
  const file = '{ "a":1 }\n{"a":"a \\"secret\\" b"}\nbroken secret\n';
  expect(redactLines(file, "secret")).toEqual({
    text: '{ "a":1 }\n{"a":"a \\"[forgotten]\\" b"}\nbroken [forgotten]\n',
    lines: 2,
  });
});

it("finds a text with characters that JSON escapes", () => {
  const file = `${JSON.stringify({ content: 'She said "no"\nand left' })}\n`;
  expect(redactLines(file, 'said "no"\nand').lines).toBe(1);
});
