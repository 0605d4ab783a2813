import type { KeptFile } from "../base/kept-file.ts";

/** Tells one state of a file from another without reading it, and without leaving the thread. */
export const markOf = (file: KeptFile): string => {
  const found = file.stat();
  return found ? `${found.size}:${found.mtimeNs}` : "none";
};
