import { expect, it } from "vitest";
import { parseJson } from "./parse-json.ts";

it("reads comments and commas at the end, and changes nothing inside a string", () => {
  const text = `\uFEFF{ // one
    "a": "x // y, ]", /* two */
    "b": ["\\", }", 1, ], // three
  }`;
  expect(parseJson(text)).toEqual({ a: "x // y, ]", b: ['", }', 1] });
  expect(parseJson("{ nothing")).toBeUndefined();
});

it("reads a large text without an end once", () => {
  for (const part of ['"\\', "/*", "\n", ", ", "//\n"])
    expect(parseJson(part.repeat(500_000))).toBeUndefined();
});
