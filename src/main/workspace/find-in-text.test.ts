import { expect, it } from "vitest";
import { expandReplacement, finderOf, type FindPattern } from "./find-in-text.ts";

const find = (text: string, query: string, options: Partial<FindPattern> = {}) =>
  finderOf({ query, caseSensitive: false, wholeWord: false, regex: false, ...options })(text, 100).map(
    ({ index, length }) => text.slice(index, index + length),
  );

it("finds text as it is, whatever its signs and case", () => {
  expect(find("A.b a.B axb", "a.b")).toEqual(["A.b", "a.B"]);
  expect(find("A.b a.B", "a.B", { caseSensitive: true })).toEqual(["a.B"]);
});

it("finds whole words, in any script", () => {
  expect(find("rye Ryeland brye rye_x rye.", "rye", { wholeWord: true })).toEqual(["rye", "rye"]);
  expect(find("мука мукам", "мука", { wholeWord: true })).toEqual(["мука"]);
});

it("finds by expression, line by line, and never an empty place", () => {
  expect(find("a1\nb22\nc", "^[a-z]\\d+$", { regex: true })).toEqual(["a1", "b22"]);
  expect(find("abc", "x*", { regex: true })).toEqual([]);
});

it("says what is no expression, and stops one that would take forever", () => {
  expect(() => find("a", "(", { regex: true })).toThrow("not a regular expression");
  expect(() => find(`${"a".repeat(40)}!`, "(a+)+$", { regex: true })).toThrow("takes too long");
  expect(find("still works", "w.rks", { regex: true })).toEqual(["works"]);
});

it("puts what was found into the replacement", () => {
  expect(expandReplacement("$2-$1 $& $$ $9", "ab", ["a", "b"])).toBe("b-a ab $ ");
});
