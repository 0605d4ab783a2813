import type { KeptFile } from "../base/kept-file.ts";

/** A value that changes when a file changes, found synchronously and without reading the file. */
export const markOf = (file: KeptFile): string => {
  const found = file.stat();
  return found ? `${found.size}:${found.mtimeNs}` : NO_FILE;
};

export const NO_FILE = "none";
