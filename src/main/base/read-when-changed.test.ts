import { mkdtempSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { KeptFile } from "./kept-file.ts";
import { KeptFiles } from "./kept-files.ts";
import { readWhenChanged } from "./read-when-changed.ts";

let path: string;
let file: KeptFile;
let readings: number;
const open = () =>
  readWhenChanged((found) => {
    readings += 1;
    return found.text(1000);
  });

beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), "satchel-read-"));
  path = join(folder, "file.json");
  file = new KeptFile(new KeptFiles(folder), "file.json");
  readings = 0;
});

const writeLongAgo = (text: string) => {
  writeFileSync(path, text);
  const then = new Date(Date.now() - 60_000);
  utimesSync(path, then, then);
};

it("reads a file once as long as it does not change", async () => {
  const read = open();
  writeLongAgo("one");
  expect([await read(file), await read(file), await read(file)]).toEqual(["one", "one", "one"]);
  expect(readings).toBe(1);
});

it("notices every write, also one of the same length within one clock tick", async () => {
  const read = open();
  for (const text of ["one", "two", "ten"]) {
    writeFileSync(path, text);
    expect(await read(file)).toBe(text);
  }
  writeLongAgo("six");
  expect(await read(file)).toBe("six");
});

it("notices that a file was removed, and that it came back", async () => {
  const read = open();
  writeLongAgo("one");
  expect(await read(file)).toBe("one");
  rmSync(path);
  expect(await read(file)).toBeNull();
  writeLongAgo("one");
  expect(await read(file)).toBe("one");
});
