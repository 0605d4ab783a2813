import { execFileSync } from "node:child_process";
import { mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";

/** What an untrusted folder may contain in place of a small file. */
export const specialFiles = ["link", "pipe", "device"] as const;
export type SpecialFile = (typeof specialFiles)[number];

/** Creates one of them at a path. The link points to a regular file, whose path is returned. */
export const putSpecial = (path: string, kind: SpecialFile, outside: string): string => {
  const target = join(outside, "target.txt");
  mkdirSync(dirname(path), { recursive: true });
  mkdirSync(outside, { recursive: true });
  rmSync(path, { recursive: true, force: true });
  writeFileSync(target, "PRECIOUS\n");
  if (kind === "pipe") execFileSync("mkfifo", [path]);
  else symlinkSync(kind === "device" ? "/dev/zero" : target, path);
  return target;
};
