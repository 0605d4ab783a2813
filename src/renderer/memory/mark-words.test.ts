import { expect, it } from "vitest";
import { markWords } from "./mark-words.ts";

const marked = (text: string, query: string) =>
  markWords(text, query)
    .filter((piece) => piece.marked)
    .map((piece) => piece.text);

it("marks the words that a query shares with a text, whatever their ending", () => {
  const text = "Fenwick Mill delivers on Tuesdays; orders close on Sunday.";
  expect(marked(text, "when does Fenwick deliver the order?")).toEqual(["Fenwick", "delivers", "orders"]);
});

it("keeps every character of the text", () => {
  const text = "  “Rye – 25 kg”, naïve Bäckerei 面包。\n- and more";
  expect(
    markWords(text, "rye bäckerei")
      .map((piece) => piece.text)
      .join(""),
  ).toBe(text);
});

it("marks no stop words and nothing for an empty query", () => {
  expect(marked("It is in the oven", "is it in the")).toEqual([]);
  expect(marked("oven", "")).toEqual([]);
});

it("does not mark other words with the same beginning", () => {
  expect(marked("The overview of flowers", "oven flour")).toEqual([]);
});
