import type { KeptFiles } from "./kept-files.ts";
import { isTemporaryName } from "./write-atomic.ts";

/** Folders are looked through to this depth and this many entries; there are far fewer in practice. */
const MAX_DEPTH = 6;
const MAX_ENTRIES = 50_000;

/**
 * Removes files that a killed process was writing. They hold parts of conversations, settings or keys, and nothing
 * else ever removes them. `olderThan` is a time in milliseconds: what is newer may be in use. Returns how many went.
 */
export const clearLitter = async (
  files: KeptFiles,
  folder: string,
  olderThan: number,
  maxDepth = MAX_DEPTH,
): Promise<number> => {
  let removed = 0;
  let seen = 0;
  const folders = [{ path: folder, depth: 0 }];
  for (let next = folders.shift(); next !== undefined; next = folders.shift()) {
    const { path, depth } = next;
    for (const { name, kind } of await files.list(path).catch(() => [])) {
      if ((seen += 1) > MAX_ENTRIES) return removed;
      const inner = path === "" ? name : `${path}/${name}`;
      if (kind === "folder" && depth < maxDepth) folders.push({ path: inner, depth: depth + 1 });
      if (kind !== "file" || !isTemporaryName(name)) continue;
      const found = files.stat(inner);
      if (!found || Number(found.mtimeMs) >= olderThan) continue;
      await files.remove(inner).catch(() => {});
      removed += 1;
    }
  }
  return removed;
};

/** When this process began: in a folder that only it writes, what is older was left by one that is gone. */
export const processBegan = (): number => Math.floor(performance.timeOrigin);
