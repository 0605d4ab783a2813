import { randomUUID } from "node:crypto";
import { mkdir, rm, stat, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { errnoOf } from "../base/errno.ts";

/** In words; null when the folder can be written. Tries it: permission bits are not reliable on Windows, on network drives and for root. */
export const whyNotWritable = async (
  folder: string,
  write: typeof writeFile = writeFile,
): Promise<string | null> => {
  const probe = join(folder, `.satchel-write-test-${randomUUID()}`);
  try {
    await makeFolder(folder);
    // An empty file fits on a full disk.
    await write(probe, Buffer.alloc(PROBE_BYTES), { flush: true });
    return null;
  } catch (error) {
    return ["ENOSPC", "EDQUOT"].includes(errnoOf(error) ?? "")
      ? "The disk is full. Make room first; until then nothing is saved."
      : `${folder} cannot be written. Check its permissions.`;
  } finally {
    await rm(probe, { force: true }).catch(() => {});
  }
};

const PROBE_BYTES = 256 * 1024;

/**
 * Makes one level at a time: Node's recursive mkdir never returns on a file system that answers ENOENT, as /proc
 * does.
 */
const makeFolder = async (folder: string): Promise<void> => {
  if (await stat(folder).catch(() => null)) return;
  await makeFolder(dirname(folder));
  await mkdir(folder);
};
