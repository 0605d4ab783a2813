import { constants } from "node:fs";
import { type FileHandle, lstat, open, realpath } from "node:fs/promises";
import { contains } from "../../workspace/path-policy.ts";

/** Windows has neither flag; there, only the check before opening protects. */
const { O_NOFOLLOW = 0, O_NONBLOCK = 0 } = constants as Partial<typeof constants>;

export type FoundFile = {
  /** Where it really is. */
  readonly real: string;
  readonly bytes: number;
  /** Changes whenever the file does. */
  readonly mark: string;
  readonly isLink: boolean;
};

/** A regular file, or a link to one that stays inside `limit`; null for everything else. */
export const findFile = async (absolute: string, limit: string): Promise<FoundFile | null> => {
  try {
    const named = await lstat(absolute);
    const real = named.isSymbolicLink() ? await realpath(absolute) : absolute;
    if (named.isSymbolicLink() && !contains(limit, real)) return null;
    const found = named.isSymbolicLink() ? await lstat(real) : named;
    if (!found.isFile()) return null;
    const mark = `${found.ino}:${found.mtimeMs}:${found.ctimeMs}:${found.size}`;
    return { real, bytes: found.size, mark, isLink: named.isSymbolicLink() };
  } catch {
    // Gone, not readable, or a link to nothing: not there for any reader.
    return null;
  }
};

/** The beginning of a file as text; null when it cannot be read. */
export const readBeginning = async (real: string, maxBytes: number): Promise<string | null> => {
  let file: FileHandle | undefined;
  try {
    file = await open(real, constants.O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    const found = await file.stat();
    if (!found.isFile()) return null;
    const bytes = Buffer.alloc(Math.min(found.size, maxBytes));
    let end = 0;
    while (end < bytes.length) {
      const { bytesRead } = await file.read(bytes, end, bytes.length - end, end);
      if (bytesRead === 0) break;
      end += bytesRead;
    }
    return bytes.toString("utf8", 0, end);
  } catch {
    return null;
  } finally {
    await file?.close();
  }
};
