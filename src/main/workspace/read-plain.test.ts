import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, realpathSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, describe, expect, it } from "vitest";
import { readTarget } from "./read-file.ts";
import { Roots, type Target } from "./roots.ts";

/** A folder that another user writes to as well, and a file of ours which they may not read. */
let home: string;
let project: string;
let target: Target;
beforeEach(async () => {
  home = realpathSync(mkdtempSync(join(tmpdir(), "satchel-swapped-")));
  project = join(home, "project");
  mkdirSync(join(project, "docs"), { recursive: true });
  mkdirSync(join(home, "private"));
  writeFileSync(join(home, "private", "a.md"), "PRECIOUS");
  writeFileSync(join(project, "docs", "a.md"), "Bread.");
  const roots = new Roots({ project, workspaces: () => [""], overlay: () => null });
  target = await roots.forReading("", "docs/a.md");
});

it("reads the file that was found", async () => {
  expect((await readTarget(target)).text).toBe("Bread.");
});

describe.runIf(process.platform !== "win32")("reads nothing when what was found is swapped", () => {
  const swaps: readonly (readonly [string, () => void])[] = [
    [
      "the file for a link",
      () => {
        renameSync(join(project, "docs", "a.md"), join(project, "docs", "b.md"));
        symlinkSync(join(home, "private", "a.md"), join(project, "docs", "a.md"));
      },
    ],
    [
      "its folder for a link",
      () => {
        renameSync(join(project, "docs"), join(project, "before"));
        symlinkSync(join(home, "private"), join(project, "docs"));
      },
    ],
    [
      "the file for a pipe",
      () => {
        renameSync(join(project, "docs", "a.md"), join(project, "docs", "b.md"));
        execFileSync("mkfifo", [join(project, "docs", "a.md")]);
      },
    ],
  ];
  it.each(swaps)("%s", async (_, swap) => {
    swap();
    await expect(readTarget(target)).rejects.toMatchObject({ code: "not-a-file" });
  });
});
