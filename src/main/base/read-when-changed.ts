import type { KeptFile } from "./kept-file.ts";

/**
 * Returns a reader that reads a file again only when it changed, whoever changed it: a preview follows every
 * move of a slider, and each preview needs the same few small files. The files are checked synchronously,
 * because on a busy machine a hop to another thread and back costs more than the check.
 */
export const readWhenChanged = <Value>(read: (file: KeptFile) => Promise<Value>) => {
  const known = new Map<string, { readonly stamp: string; readonly value: Value }>();
  return async (file: KeptFile): Promise<Value> => {
    const key = `${file.files.root}/${file.path}`;
    const stamp = stampOf(file);
    const kept = known.get(key);
    if (kept && kept.stamp === stamp) return kept.value;
    const value = await read(file);
    if (stamp === null) known.delete(key);
    else known.set(key, { stamp, value });
    return value;
  };
};

/** Null when the file cannot be checked, and when it is so new that another write could leave the same time. */
const stampOf = (file: KeptFile): string | null => {
  const facts = lookAt(file);
  if (!facts || Date.now() - Number(facts.mtimeMs) < YOUNG_MS) return null;
  return `${facts.ino}/${facts.size}/${facts.mtimeNs}/${facts.ctimeNs}`;
};

const lookAt = (file: KeptFile) => {
  try {
    return file.stat();
  } catch {
    // Reading the file reports the reason.
    return null;
  }
};

/** The coarsest file systems store times in steps of two seconds. */
const YOUNG_MS = 2500;
