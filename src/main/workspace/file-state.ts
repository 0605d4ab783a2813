import { constants, lstat, open } from "node:fs/promises";
import { FOLDER } from "#shared/model/change.ts";
import { isMissing } from "./fs-failure.ts";
import { editableBytes, sha256 } from "./read-file.ts";

/** What is at a place on disk, as changes compare it. Links are not followed. */
export type FileState = {
  /** SHA-256 of the bytes, `folder`, or a mark for what is too large or no file. */
  readonly hash: string;
  /** Null for folders, and for what is not kept: over 5 MB, or no file. */
  readonly bytes: Buffer | null;
  readonly mode: number;
};

/** Null when nothing is there. */
export const stateOf = async (absolute: string): Promise<FileState | null> => {
  try {
    const found = await lstat(absolute);
    const mode = found.mode & 0o7777;
    if (found.isDirectory()) return { hash: FOLDER, bytes: null, mode };
    if (!found.isFile()) return { hash: "special", bytes: null, mode };
    if (found.size > editableBytes) {
      return { hash: `large:${found.size}:${found.mtimeMs}`, bytes: null, mode };
    }
    const bytes = await readPlain(absolute);
    return { hash: sha256(bytes), bytes, mode };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
};

/** Without O_NONBLOCK a pipe that took the file's place since the look would block this thread for good. */
const readPlain = async (absolute: string): Promise<Buffer> => {
  const file = await open(absolute, constants.O_RDONLY | (constants.O_NONBLOCK ?? 0));
  try {
    return await file.readFile();
  } finally {
    await file.close();
  }
};
