import { existsSync, mkdirSync, mkdtempSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { clearLitter } from "./clear-litter.ts";
import { KeptFiles } from "./kept-files.ts";
import { temporaryName } from "./write-atomic.ts";

it("removes what killed processes were writing, and nothing that is newer, named otherwise or elsewhere", async () => {
  const root = mkdtempSync(join(tmpdir(), "satchel-litter-"));
  const outside = mkdtempSync(join(tmpdir(), "satchel-litter-outside-"));
  const old = new Date(1_000_000_000_000);
  const put = (path: string, when?: Date) => {
    writeFileSync(path, "sk-secret");
    if (when) utimesSync(path, when, when);
    return path;
  };
  mkdirSync(join(root, "own", "deep"), { recursive: true });
  symlinkSync(outside, join(root, "own", "linked"));
  const dead = [
    put(join(root, "own", temporaryName()), old),
    put(join(root, "own", "deep", temporaryName()), old),
  ];
  const alive = [
    put(join(root, "own", temporaryName())),
    put(join(root, "own", "keys.json"), old),
    put(join(outside, temporaryName()), old),
    put(join(root, temporaryName()), old),
  ];
  expect(await clearLitter(new KeptFiles(root), "own", 1_500_000_000_000)).toBe(2);
  expect(dead.map(existsSync)).toEqual([false, false]);
  expect(alive.map(existsSync)).toEqual([true, true, true, true]);
});
