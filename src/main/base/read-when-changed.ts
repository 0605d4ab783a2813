import { type BigIntStats, statSync } from "node:fs";

/**
 * A reader that reads a file again only when it changed, by whomever: a preview follows every move of a slider,
 * and each asks for the same few small files. They are looked at without leaving the thread, because on a busy
 * machine a hop to another thread and back costs more than the look.
 */
export const readWhenChanged = <Value>(read: (path: string) => Promise<Value>) => {
  const known = new Map<string, { readonly stamp: string; readonly value: Value }>();
  return async (path: string): Promise<Value> => {
    const stamp = stampOf(path);
    const kept = known.get(path);
    if (kept && kept.stamp === stamp) return kept.value;
    const value = await read(path);
    if (stamp === null) known.delete(path);
    else known.set(path, { stamp, value });
    return value;
  };
};

/** Null for what cannot be looked at, and for a file so young that another write could leave it the same time. */
const stampOf = (path: string): string | null => {
  const facts = lookAt(path);
  if (!facts || Date.now() - Number(facts.mtimeMs) < YOUNG) return null;
  return `${facts.ino}/${facts.size}/${facts.mtimeNs}/${facts.ctimeNs}`;
};

const lookAt = (path: string): BigIntStats | null => {
  try {
    return statSync(path, { bigint: true });
  } catch {
    return null;
  }
};

/** Milliseconds; the coarsest file systems count in two seconds. */
const YOUNG = 2500;
