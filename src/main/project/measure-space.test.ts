import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { measureSpace } from "./measure-space.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "satchel-space-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const write = (path: string, bytes: number) => writeFileSync(join(folder, path), Buffer.alloc(bytes, 1));

it("says what each part takes, and names damaged databases", async () => {
  mkdirSync(join(folder, "backup/kept/2026-11-19"), { recursive: true });
  mkdirSync(join(folder, "versions/objects"), { recursive: true });
  write("index.db", 1000);
  write("index.db-wal", 10);
  write("index.db.corrupt-20261116T015812345Z", 300);
  write("index.db.corrupt-20261116T015812345Z-wal", 3);
  write("backup/runs.jsonl", 20);
  write("backup/kept/2026-11-19/runs.jsonl", 2);
  write("versions/objects/ab", 40);
  write("mcp.log", 5);
  expect(await measureSpace(folder)).toEqual({
    database: 1010,
    backup: 22,
    versions: 40,
    setAside: 303,
    other: 5,
    setAsideNames: ["index.db.corrupt-20261116T015812345Z"],
    isWhole: true,
  });
});

it("follows no link out of the folder", async () => {
  const outside = mkdtempSync(join(tmpdir(), "satchel-outside-"));
  try {
    writeFileSync(join(outside, "large"), Buffer.alloc(5000));
    mkdirSync(join(folder, "backup"));
    symlinkSync(outside, join(folder, "backup", "elsewhere"));
    symlinkSync(join(outside, "large"), join(folder, "index.db"));
    expect(await measureSpace(folder)).toMatchObject({ database: 0, backup: 0 });
  } finally {
    rmSync(outside, { recursive: true, force: true });
  }
});

it("stops at the limit and says that there is more", async () => {
  mkdirSync(join(folder, "versions"));
  for (let at = 0; at < 20; at += 1) write(`versions/${at}`, 10);
  const used = await measureSpace(folder, 11);
  expect(used).toMatchObject({ versions: 100, isWhole: false });
});

it("has nothing where there is no folder", async () => {
  expect(await measureSpace(join(folder, "gone"))).toMatchObject({ database: 0, other: 0, isWhole: true });
});
