import * as fc from "fast-check";
import { expect, it } from "vitest";
import { type JsonElement, jsonElements } from "./json-elements.ts";

const inChunks = async function* (text: string, size: number) {
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size);
};

const read = async (text: string, { chunk = 7, max }: { chunk?: number; max?: number } = {}) => {
  const found: JsonElement[] = [];
  for await (const element of jsonElements(inChunks(text, chunk), max)) found.push(element);
  return found;
};

const values = (found: readonly JsonElement[]) =>
  found.map((element) => (element.kind === "value" ? element.value : element.kind));

it("reads an array element by element, however it is cut into chunks", async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.jsonValue()),
      fc.integer({ min: 1, max: 40 }),
      fc.boolean(),
      async (given, chunk, isPretty) => {
        const text = JSON.stringify(given, null, isPretty ? 2 : 0);
        expect(values(await read(text, { chunk }))).toEqual(JSON.parse(text));
      },
    ),
  );
});

it("reads a file that is one object", async () => {
  expect(values(await read('\uFEFF {"a":[{"b":"]}"}]} '))).toEqual([{ a: [{ b: "]}" }] }]);
  expect(values(await read('"only a string"'))).toEqual(["only a string"]);
  expect(values(await read("12"))).toEqual([12]);
});

it("gives the whole elements before a cut, then says that it is cut", async () => {
  expect(values(await read('[{"a":1},{"b":"x\\"'))).toEqual([{ a: 1 }, "cut"]);
  expect(values(await read('[{"a":1},'))).toEqual([{ a: 1 }, "cut"]);
  expect(values(await read('{"a":'))).toEqual(["cut"]);
  expect(values(await read(""))).toEqual(["cut"]);
});

it("loses only the element that is not JSON, or that is too large or too deep", async () => {
  expect(values(await read('[{"a":1},{bad},[1]]'))).toEqual([{ a: 1 }, "broken", [1]]);
  expect(await read(`[{"a":1},"${"x".repeat(100)}",2]`, { max: 50 })).toMatchObject([
    { kind: "value" },
    { kind: "refused", why: "too-large", bytes: 102 },
    { kind: "value", value: 2 },
  ]);
  const deep = "[".repeat(100_000) + "]".repeat(100_000);
  expect(await read(`[1,${deep},2]`, { chunk: 4_096 })).toMatchObject([
    { value: 1 },
    { kind: "refused", why: "too-deep" },
    { value: 2 },
  ]);
});

it("never fails on anything, and always ends", async () => {
  expect(values(await read("[}}1,]}"))).toEqual([1]);
  await fc.assert(
    fc.asyncProperty(fc.stringMatching(/^[[\]{}",:\\a1 \n]*$/), async (text) => {
      expect(Array.isArray(await read(text, { chunk: 3 }))).toBe(true);
    }),
  );
});
