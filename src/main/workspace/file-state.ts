import { MAX_EDITABLE_BYTES } from "#shared/model/size-limit.ts";
import { lstat } from "node:fs/promises";
import { FOLDER } from "#shared/model/change.ts";
import { isMissing } from "./fs-failure.ts";
import { sha256 } from "./read-file.ts";
import { readPlain } from "./read-plain.ts";

/** The state of a path on disk, as changes compare it. Links are not followed. */
export type FileState = {
  /** SHA-256 of the bytes, `folder`, or a mark for anything too large or not a file. */
  readonly hash: string;
  /** Null for folders, and for anything that is not stored: over 5 MB, or not a file. */
  readonly bytes: Buffer | null;
  readonly mode: number;
};

/** Null when nothing exists there. */
export const stateOf = async (absolute: string): Promise<FileState | null> => {
  try {
    const found = await lstat(absolute);
    const mode = found.mode & 0o7777;
    if (found.isDirectory()) return { hash: FOLDER, bytes: null, mode };
    if (!found.isFile()) return { hash: "special", bytes: null, mode };
    if (found.size > MAX_EDITABLE_BYTES) {
      return { hash: `large:${found.size}:${found.mtimeMs}`, bytes: null, mode };
    }
    const bytes = await readPlain(absolute);
    if (bytes === null) return { hash: "special", bytes: null, mode };
    return { hash: sha256(bytes), bytes, mode };
  } catch (error) {
    if (isMissing(error)) return null;
    throw error;
  }
};
