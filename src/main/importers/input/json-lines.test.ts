import * as fc from "fast-check";
import { expect, it } from "vitest";
import { type JsonLine, jsonLines } from "./json-lines.ts";

const read = async (text: string | Buffer, maxLineBytes?: number) => {
  const bytes = Buffer.from(text);
  const inChunks = async function* () {
    for (let at = 0; at < bytes.length; at += 5) yield bytes.subarray(at, at + 5);
  };
  const found: JsonLine[] = [];
  for await (const line of jsonLines(inChunks(), {
    firstKeys: ["id", "type"],
    ...(maxLineBytes && { maxLineBytes }),
  }))
    found.push(line);
  return found.map((line) => (line.kind === "value" ? line.value : `${line.code} ${line.line}`));
};

it("reads a value per line, and loses only lines that are broken", async () => {
  expect(await read('{"id":1}\r\n\nnonsense\n{"id":2}')).toEqual([{ id: 1 }, "broken-line 3", { id: 2 }]);
});

it("says that the last line is cut off", async () => {
  expect(await read('{"id":1}\n{"id":2,"te')).toEqual([{ id: 1 }, "cut-off-line 2"]);
});

it("finds an object that was glued to half a line, and two whole ones in a line", async () => {
  expect(await read('{"id":1,"te{"id":2}\n')).toEqual(["glued-lines 1", { id: 2 }]);
  expect(await read('{"id":1}{"type":2}\n')).toEqual(["glued-lines 1", { id: 1 }, { type: 2 }]);
});

it("does not end a line at other separators, and removes NUL", async () => {
  expect(await read('{"id":"a\u2028b"}\n')).toEqual([{ id: "a\u2028b" }]);
  expect(await read('\0\0\0{"id":1}\n\0\0\n')).toEqual(["nul-bytes 1", { id: 1 }, "nul-bytes 2"]);
});

it("says where half a character is", async () => {
  expect(await read('{"id":"\\ud83d"}\n{"id":"\\ud83c\\udf5e"}\n')).toEqual([
    "lone-surrogate 1",
    { id: "\ud83d" },
    { id: "🍞" },
  ]);
});

it("skips a line that is too long to be held", async () => {
  expect(await read(`{"id":"${"x".repeat(200)}"}\n{"id":1}\n`, 100)).toEqual(["broken-line 1", { id: 1 }]);
});

it("never fails on anything, and always ends", async () => {
  await fc.assert(
    fc.asyncProperty(fc.stringMatching(/^(?:\{"id":|[{}",:\\\n a]|\{"type":)*$/), async (text) => {
      expect(Array.isArray(await read(text))).toBe(true);
    }),
  );
});
