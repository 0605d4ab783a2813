import type { BigIntStats } from "node:fs";
import type { KeptFile } from "./kept-file.ts";

/**
 * Returns a reader that reads a file again only when it changed, whoever changed it: a preview follows every
 * move of a slider, and each preview needs the same few small files. The files are checked synchronously,
 * because on a busy machine a hop to another thread and back costs more than the check.
 */
export const readWhenChanged = <Value>(read: (file: KeptFile) => Promise<Value>) => {
  const known = new Map<string, { readonly stamp: string; readonly value: Value }>();
  const keyOf = (file: KeptFile) => `${file.files.root}/${file.path}`;
  const reader = async (file: KeptFile): Promise<Value> => {
    const key = keyOf(file);
    const stamp = stampOf(file);
    const kept = known.get(key);
    if (kept && kept.stamp === stamp) return kept.value;
    const value = await read(file);
    if (stamp === null) known.delete(key);
    else known.set(key, { stamp, value });
    return value;
  };
  /** What this process has just written as a new file is not read back. */
  const remember = (file: KeptFile, value: Value): void => {
    const facts = lookAt(file);
    if (facts) known.set(keyOf(file), { stamp: stampFrom(facts), value });
  };
  return Object.assign(reader, { remember });
};

/** Null when the file cannot be checked, and when it is so new that another write could leave the same time. */
const stampOf = (file: KeptFile): string | null => {
  const facts = lookAt(file);
  if (!facts) return null;
  const isYoung = Date.now() - Number(facts.mtimeMs) < (isCoarse(facts) ? YOUNG_COARSE_MS : YOUNG_MS);
  return isYoung ? null : stampFrom(facts);
};

const stampFrom = ({ ino, size, mtimeNs, ctimeNs }: BigIntStats): string =>
  `${ino}/${size}/${mtimeNs}/${ctimeNs}`;

const lookAt = (file: KeptFile) => {
  try {
    return file.stat();
  } catch {
    // Reading the file reports the reason.
    return null;
  }
};

/** The coarsest file systems store times in steps of two seconds; their times have no fraction. */
const isCoarse = ({ mtimeNs }: BigIntStats): boolean => mtimeNs % 1_000_000_000n === 0n;

const YOUNG_COARSE_MS = 2500;
/** Elsewhere a time is that of the last tick of the system's clock, every 10 ms or more often. */
const YOUNG_MS = 100;
