import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { readWhenChanged } from "./read-when-changed.ts";

let path: string;
let readings: number;
const open = () =>
  readWhenChanged((file) => {
    readings += 1;
    return readFile(file, "utf8").catch(() => null);
  });

beforeEach(() => {
  path = join(mkdtempSync(join(tmpdir(), "satchel-read-")), "file.json");
  readings = 0;
});

const writeLongAgo = (text: string) => {
  writeFileSync(path, text);
  const then = new Date(Date.now() - 60_000);
  utimesSync(path, then, then);
};

it("reads a file once as long as it stays the same", async () => {
  const read = open();
  writeLongAgo("one");
  expect([await read(path), await read(path), await read(path)]).toEqual(["one", "one", "one"]);
  expect(readings).toBe(1);
});

it("notices every write, also one of the same length within a tick of the clock", async () => {
  const read = open();
  for (const text of ["one", "two", "ten"]) {
    writeFileSync(path, text);
    expect(await read(path)).toBe(text);
  }
  writeLongAgo("six");
  expect(await read(path)).toBe("six");
});

it("notices that a file went, and that it came back", async () => {
  const read = open();
  writeLongAgo("one");
  expect(await read(path)).toBe("one");
  rmSync(path);
  expect(await read(path)).toBeNull();
  writeLongAgo("one");
  expect(await read(path)).toBe("one");
});
