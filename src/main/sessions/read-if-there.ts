import { posix } from "node:path";
import type { KeptFile } from "../base/kept-file.ts";
import { fsFailure } from "../workspace/fs-failure.ts";

/**
 * The text of a file; null when there is none. Whatever else keeps it from being read is a failure: a file
 * that cannot be read at this moment is not an empty one, and the next write must not replace it.
 */
export const readIfThere = async (file: KeptFile, maxBytes: number): Promise<string | null> => {
  try {
    return await file.text(maxBytes);
  } catch (error) {
    throw fsFailure(error, posix.basename(file.path));
  }
};
