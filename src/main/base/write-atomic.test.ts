import { existsSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import * as fs from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { moveWithoutReplacing } from "./write-atomic.ts";

it("leaves a file at its old place when its old name cannot be removed", async () => {
  const folder = mkdtempSync(join(tmpdir(), "satchel-move-"));
  const [from, to] = [join(folder, "from.md"), join(folder, "to.md")];
  writeFileSync(from, "text");
  let failed = false;
  const disk = {
    ...fs,
    unlink: (path: string) => {
      if (failed) return fs.unlink(path);
      failed = true;
      return Promise.reject(Object.assign(new Error("EIO"), { code: "EIO" }));
    },
  };
  await expect(moveWithoutReplacing(from, to, disk as typeof fs)).rejects.toMatchObject({ code: "EIO" });
  expect(existsSync(to)).toBe(false);
  expect(readFileSync(from, "utf8")).toBe("text");
  await moveWithoutReplacing(from, to);
  expect([existsSync(from), readFileSync(to, "utf8")]).toEqual([false, "text"]);
});
