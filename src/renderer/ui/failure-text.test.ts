import { expect, it } from "vitest";
import { Failure } from "#shared/contract/index.ts";
import { failureText } from "./failure-text.ts";

it("returns the sentence of a failure, without its code", () => {
  expect(failureText(new Failure("not-found", "There is no such file."))).toBe("There is no such file.");
});

it("shows any other error unchanged", () => {
  expect(failureText(new TypeError("x is undefined"))).toBe("TypeError: x is undefined");
  expect(failureText("gone")).toBe("gone");
});
