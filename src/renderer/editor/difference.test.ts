import { assert, constantFrom, property, string } from "fast-check";
import { expect, it } from "vitest";
import { differenceOf } from "./difference.ts";

const apply = (before: string, after: string) => {
  const { from, to, insert } = differenceOf(before, after);
  return before.slice(0, from) + insert + before.slice(to);
};

it("turns any text into any other", () => {
  const text = string({ unit: constantFrom("a", "b", "\n", "\r\n", "🐙", "é"), maxLength: 30 });
  const check = property(text, text, (before, after) => {
    expect(apply(before, after)).toBe(after);
  });
  assert(check);
});

it("touches only the line that differs", () => {
  expect(differenceOf("one\ntwo\nthree\n", "one\n2\nthree\n")).toEqual({ from: 4, to: 7, insert: "2" });
  expect(differenceOf("same", "same")).toEqual({ from: 4, to: 4, insert: "" });
});

it("never cuts a character in two", () => {
  const { from, insert } = differenceOf("x🐙", "x🐡");
  expect(from).toBe(1);
  expect(insert).toBe("🐡");
});
