import { stat } from "node:fs/promises";

/** Tells one state of a file from another without reading it. */
export const markOf = async (path: string): Promise<string> => {
  const found = await stat(path).catch(() => null);
  return found ? `${found.size}:${found.mtimeMs}` : "none";
};
