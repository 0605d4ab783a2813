import { expect, it } from "vitest";
import { isKnown, sameText } from "./same-text.ts";

it("compares without case, punctuation and bullets", () => {
  expect(sameText("- **Rye** flour, please!")).toBe(sameText("rye flour please"));
});

it("recognises a text when nearly all words are the same", () => {
  const known = ["The shop opens at seven on every weekday and at eight on Saturday"];
  expect(isKnown("the shop opens at seven on every weekday, and at eight on saturday.", known)).toBe(true);
  expect(isKnown("The oven needs a repair", known)).toBe(false);
});

it("never treats a different number as the same text", () => {
  expect(
    isKnown("We need 21 kg of flour for the orders of Monday", [
      "We need 20 kg of flour for the orders of Monday",
    ]),
  ).toBe(false);
});
