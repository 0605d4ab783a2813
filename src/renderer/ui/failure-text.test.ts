import { afterEach, expect, it } from "vitest";
import { Failure } from "#shared/contract/index.ts";
import { failureText } from "./failure-text.ts";
import { t } from "./messages/index.ts";

const table = t.failures as Record<string, string>;
afterEach(() => Object.keys(table).forEach((code) => delete table[code]));

it("returns the sentence of a failure, without its code", () => {
  expect(failureText(new Failure("not-found", "There is no such file."))).toBe("There is no such file.");
});

it("shows any other error unchanged", () => {
  expect(failureText(new TypeError("x is undefined"))).toBe("TypeError: x is undefined");
  expect(failureText("gone")).toBe("gone");
});

it("says a failure in the language that is shown, with what it names", () => {
  Object.assign(table, { "not-found": "{path} gibt es nicht.", odd: "Geht nicht: {said}" });
  expect(failureText(new Failure("not-found", "a.md is not there.", { path: "a.md" }))).toBe(
    "a.md gibt es nicht.",
  );
  expect(failureText(new Failure("odd", "Line 4 is wrong."))).toBe("Geht nicht: Line 4 is wrong.");
});

it("keeps the core's sentence where the language has none, or the facts for its own are missing", () => {
  Object.assign(table, { "not-found": "{path} gibt es nicht." });
  expect(failureText(new Failure("not-found", "It is not there."))).toBe("It is not there.");
  expect(failureText(new Failure("constructor", "Odd."))).toBe("Odd.");
});
