import { posix } from "node:path";
import { isPlainDocument } from "../workspace/plain-document.ts";

/** What "Always" would cover: the files directly in a folder, or with `null` every call of the tool. */
export type Always = { readonly folder: string | null };

/** The folder that "Always" for a write covers; null when it is asked each time, as for all but plain documents. */
export const alwaysFor = (path: string): Always | null => {
  if (!isPlainDocument(path)) return null;
  const folder = posix.dirname(path);
  return { folder: folder === "." ? "" : folder };
};
