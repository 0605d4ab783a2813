import type { KeptFile } from "./kept-file.ts";

/**
 * A reader that reads a file again only when it changed, by whomever: a preview follows every move of a slider,
 * and each asks for the same few small files. They are looked at without leaving the thread, because on a busy
 * machine a hop to another thread and back costs more than the look.
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

/** Null for what cannot be looked at, and for a file so young that another write could leave it the same time. */
const stampOf = (file: KeptFile): string | null => {
  const facts = lookAt(file);
  if (!facts || Date.now() - Number(facts.mtimeMs) < YOUNG_MS) return null;
  return `${facts.ino}/${facts.size}/${facts.mtimeNs}/${facts.ctimeNs}`;
};

const lookAt = (file: KeptFile) => {
  try {
    return file.stat();
  } catch {
    // Reading says why.
    return null;
  }
};

/** The coarsest file systems count in two seconds. */
const YOUNG_MS = 2500;
