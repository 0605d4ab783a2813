import { execFileSync } from "node:child_process";
import { mkdtempSync, realpathSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** A small disk of its own, for tests of a disk that is full or cannot be written. */
export type SmallDisk = {
  readonly folder: string;
  remount(as: "ro" | "rw"): void;
  unmount(): void;
};

/** Null where this process may not mount anything; such tests are then skipped. */
export const mountSmallDisk = (megabytes: number): SmallDisk | null => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "satchel-disk-")));
  const run = (...args: readonly string[]) => execFileSync(args[0] ?? "", args.slice(1), { stdio: "ignore" });
  try {
    run("mount", "-t", "tmpfs", "-o", `size=${megabytes}m`, "tmpfs", folder);
  } catch {
    return null;
  }
  return {
    folder,
    remount: (as) => run("mount", "-o", `remount,${as}`, folder),
    unmount: () => run("umount", "-l", folder),
  };
};
