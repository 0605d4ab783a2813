import { expect, it } from "vitest";
import { Failure } from "#shared/contract/index.ts";
import { failureText } from "./failure-text.ts";

it("says the sentence of a failure, without its code", () => {
  expect(failureText(new Failure("not-found", "There is no such file."))).toBe("There is no such file.");
});

it("shows what is no failure as it is", () => {
  expect(failureText(new TypeError("x is undefined"))).toBe("TypeError: x is undefined");
  expect(failureText("gone")).toBe("gone");
});
