import { afterAll, expect, it } from "vitest";
import { tokenizerFile } from "../tokens/reference-tokenizer.ts";
import { createTokenCounter } from "../tokens/token-counter.ts";
import { createTokenBook } from "./token-book.ts";

const counter = createTokenCounter({ workers: 1 });
afterAll(() => counter.close());

it("asks a tokenizer from a file for single cuts, each once, and none goes over its limit", async () => {
  await counter.useTokenizers({ own: tokenizerFile });
  const { encoding } = counter.encodingOf("own");
  let asked = 0;
  const book = createTokenBook(
    {
      ...counter,
      cuts: (...args) => (asked++, counter.cuts(...args)),
      cutTable: () => Promise.reject(new Error("A table takes a tokenizer that only counts minutes.")),
    },
    encoding,
  );
  const text = "the oven needs flour ".repeat(200);
  for (const limit of [37, 37, 500, 37]) {
    const end = await book.settle((meter) => meter.cut(text, limit));
    expect((await counter.count(text.slice(0, end), encoding)).tokens).toBe(limit);
  }
  expect(asked).toBe(2);
});

it("has a built-in encoding work out all cuts of a text at once", async () => {
  let tables = 0;
  const book = createTokenBook(
    { ...counter, cutTable: (...args) => (tables++, counter.cutTable(...args)) },
    "o200k_base",
  );
  const text = "the oven needs flour ".repeat(50);
  for (const limit of [3, 4, 5]) {
    const end = await book.settle((meter) => meter.cut(text, limit));
    expect((await counter.count(text.slice(0, end), "o200k_base")).tokens).toBe(limit);
  }
  expect(tables).toBe(1);
});

it("asks for a text once, however often it is looked up, and for nothing the second time", async () => {
  const asked: string[] = [];
  const count = async (text: string, encoding: string) => {
    asked.push(text);
    return { tokens: text.length, encoding, exact: true };
  };
  const book = createTokenBook({ ...counter, count }, "o200k_base");
  const sum = () => book.settle((meter) => meter.tokens("abc") + meter.tokens("abc") + meter.tokens("de"));
  expect(await sum()).toBe(8);
  expect(await sum()).toBe(8);
  expect(asked).toEqual(["abc", "de"]);
});
