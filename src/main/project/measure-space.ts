import { lstat, readdir } from "node:fs/promises";
import { join } from "node:path";

/** What Satchel's own folder in a project takes, by what it is. */
export type SpaceUsed = {
  readonly database: number;
  readonly backup: number;
  readonly versions: number;
  /** Damaged databases that were moved out of the way. */
  readonly setAside: number;
  readonly other: number;
  /** The names of the damaged databases. */
  readonly setAsideNames: readonly string[];
  /** False when there are more files than were looked at, so that the sizes are too small. */
  readonly isWhole: boolean;
};

/** A folder of versions has some hundred files; more than this is not ours. */
const MAX_ENTRIES = 50_000;

/** Sizes of files, as they are; no link is followed. A file that goes away meanwhile is left out. */
export const measureSpace = async (folder: string, maxEntries = MAX_ENTRIES): Promise<SpaceUsed> => {
  const sizes = { database: 0, backup: 0, versions: 0, setAside: 0, other: 0 };
  const setAsideNames: string[] = [];
  let left = maxEntries;
  const add = async (path: string, part: keyof typeof sizes): Promise<void> => {
    left -= 1;
    if (left < 0) return;
    const found = await lstat(path).catch(() => null);
    if (found?.isFile()) sizes[part] += found.size;
    if (found?.isDirectory()) for (const name of await namesIn(path)) await add(join(path, name), part);
  };
  for (const name of await namesIn(folder)) {
    const part = partOf(name);
    if (part === "setAside" && !/-(wal|shm|journal)$/.test(name)) setAsideNames.push(name);
    await add(join(folder, name), part);
  }
  return { ...sizes, setAsideNames: setAsideNames.sort(), isWhole: left >= 0 };
};

const partOf = (name: string): "database" | "backup" | "versions" | "setAside" | "other" => {
  if (name.startsWith("index.db.corrupt-")) return "setAside";
  if (/^index\.db(-wal|-shm|-journal)?$/.test(name)) return "database";
  return name === "backup" || name === "versions" ? name : "other";
};

const namesIn = (folder: string): Promise<string[]> => readdir(folder).catch(() => []);
