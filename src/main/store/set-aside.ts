import { existsSync, renameSync } from "node:fs";

/**
 * Moves a damaged database out of the way, with its write-ahead log, so that both can still be examined.
 * Nothing is deleted. Returns the new path of the database.
 */
export const setAside = (file: string, now: Date): string => {
  const target = freeName(`${file}.corrupt-${stamp(now)}`);
  for (const part of ["", "-wal", "-shm", "-journal"]) {
    if (existsSync(file + part)) renameSync(file + part, target + part);
  }
  return target;
};

/** `20261116T015812345Z`: sorts by time and is a valid name everywhere. */
export const stamp = (now: Date): string => now.toISOString().replaceAll(/[-:.]/g, "");

const freeName = (wanted: string): string => {
  let name = wanted;
  for (let n = 2; existsSync(name); n += 1) name = `${wanted}-${n}`;
  return name;
};
