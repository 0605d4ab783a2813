import { posix } from "node:path";
import type { KeptFile } from "../base/kept-file.ts";
import { fsFailure } from "../workspace/fs-failure.ts";

/**
 * The text of a file; null when it does not exist. Any other reason why it cannot be read is a failure: a
 * file that is unreadable at this moment is not empty, and the next write must not replace it.
 */
export const readIfThere = async (file: KeptFile, maxBytes: number): Promise<string | null> => {
  try {
    return await file.text(maxBytes);
  } catch (error) {
    throw fsFailure(error, posix.basename(file.path));
  }
};
