import { closeSync, constants, fstatSync, openSync, readFileSync, realpathSync } from "node:fs";
import { lstat, open, realpath } from "node:fs/promises";
import { errnoOf } from "../base/errno.ts";
import { contains } from "./path-policy.ts";

/** Windows has neither flag. */
const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants as Partial<typeof constants>;

/**
 * The bytes of the regular file at a real path, which was found to be inside its folder before. Null when something
 * else is there now: in a folder that other users write to, a file or a folder on the way can be swapped for a link
 * between the look and the opening, and a pipe would block a thread for good.
 */
export const readPlain = async (absolute: string): Promise<Buffer | null> => {
  const file = await open(absolute, constants.O_RDONLY | O_NOFOLLOW | O_NONBLOCK).catch(nullForLinks);
  if (file === null) return null;
  try {
    const opened = await file.stat({ bigint: true });
    if (!opened.isFile() || (await realpath(absolute)) !== absolute) return null;
    // Swapped for the opening and back again: the path has a different file than the one that was opened.
    const there = await lstat(absolute, { bigint: true });
    if (there.ino !== opened.ino || there.dev !== opened.dev) return null;
    return await file.readFile();
  } finally {
    await file.close();
  }
};

/** The synchronous form, for a path that may still lead over links; null when it leads out of the folder. */
export const readPlainSync = (folder: string, path: string): Buffer | null => {
  const absolute = realpathSync(path);
  if (!contains(realpathSync(folder), absolute)) return null;
  const file = openSync(absolute, constants.O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  try {
    return fstatSync(file).isFile() ? readFileSync(file) : null;
  } finally {
    closeSync(file);
  }
};

/** The codes of the two flags for a link and for a socket. */
const nullForLinks = (error: unknown): null => {
  if (["ELOOP", "EMLINK", "ENXIO"].includes(errnoOf(error) ?? "")) return null;
  throw error;
};
