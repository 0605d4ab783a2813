import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import * as fs from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { makeFolder } from "./durable-folders.ts";
import { KeptFiles } from "./kept-files.ts";
import { moveWithoutReplacing, writeAtomic } from "./write-atomic.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "satchel-durable-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** The real disk, and which folders were synced, relative to the test's folder. */
const watchedDisk = () => {
  const synced: string[] = [];
  const open = async (...args: Parameters<typeof fs.open>) => {
    const file = await fs.open(...args);
    if (!(await file.stat()).isDirectory()) return file;
    const sync = file.sync.bind(file);
    file.sync = async () => {
      await sync();
      synced.push(relative(folder, String(args[0])));
    };
    return file;
  };
  return { synced, disk: { ...fs, open } };
};

/** Folders above the test's are synced once as well: it is unknown who made them. */
const inside = (synced: readonly string[]) => synced.filter((each) => !each.startsWith(".."));

it("syncs each folder that got a new name, the outermost first", async () => {
  const { synced, disk } = watchedDisk();
  await makeFolder(join(folder, "a", "b", "c"), 0o700, disk);
  expect(inside(synced)).toEqual(["", "a", "a/b"]);
  const before = synced.length;
  await makeFolder(join(folder, "a", "b", "c"), 0o700, disk);
  expect(synced).toHaveLength(before);
});

it("syncs the name of a folder that another call made and has not synced yet", async () => {
  const { synced, disk } = watchedDisk();
  let isMade = () => {};
  const made = new Promise<void>((resolve) => (isMade = resolve));
  let goOn = () => {};
  const held = new Promise<void>((resolve) => (goOn = resolve));
  const slow = {
    ...disk,
    open: async (...args: Parameters<typeof fs.open>) => {
      isMade();
      await held;
      return disk.open(...args);
    },
  };
  const first = makeFolder(join(folder, "shared", "one"), 0o700, slow);
  await made;
  await makeFolder(join(folder, "shared"), 0o700, disk);
  expect(synced).toContain("");
  goOn();
  await first;
});

it("syncs the name of a folder that a process left without syncing it, once", async () => {
  const { synced, disk } = watchedDisk();
  mkdirSync(join(folder, "left", "behind"), { recursive: true });
  await makeFolder(join(folder, "left", "behind"), 0o700, disk);
  expect(inside(synced)).toEqual(["", "left"]);
  const before = synced.length;
  await makeFolder(join(folder, "left", "behind"), 0o700, disk);
  expect(synced).toHaveLength(before);
});

it("syncs the name of a folder that was removed and made again", async () => {
  const { synced, disk } = watchedDisk();
  await makeFolder(join(folder, "again", "inner"), 0o700, disk);
  rmSync(join(folder, "again"), { recursive: true });
  synced.length = 0;
  await makeFolder(join(folder, "again", "inner"), 0o700, disk);
  expect(inside(synced)).toEqual(["", "again"]);
});

it("syncs both folders after a move, so that a power cut cannot leave both names", async () => {
  const { synced, disk } = watchedDisk();
  await makeFolder(join(folder, "to"));
  writeFileSync(join(folder, "x.md"), "x");
  await moveWithoutReplacing(join(folder, "x.md"), join(folder, "to", "x.md"), disk);
  expect(inside(synced)).toEqual(["to", ""]);
  expect(existsSync(join(folder, "x.md"))).toBe(false);
});

it("syncs the folder of a replaced file and the folders that had to be made for it", async () => {
  const { synced, disk } = watchedDisk();
  await writeAtomic(join(folder, "new", "x.md"), "x", undefined, { disk });
  expect(inside(synced)).toEqual(["", "new"]);
});

it("creates a file of its own durably in a folder that did not exist", async () => {
  const files = new KeptFiles(folder);
  const file = await files.open(".satchel/versions/journal.jsonl", "append");
  await file.close();
  expect(files.look(".satchel/versions/journal.jsonl")).toBe("file");
});
