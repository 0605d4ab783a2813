import { closeSync, constants, fsyncSync, mkdirSync, openSync } from "node:fs";
import * as fs from "node:fs/promises";
import { dirname, resolve, sep } from "node:path";

/**
 * A new name is on the disk only when its folder was synced: a power cut can otherwise take a file whose bytes were
 * synced, or leave both names of one that was moved. Windows cannot open folders and does not need this.
 */
export type FolderDisk = Pick<typeof fs, "open" | "mkdir">;

/** Waits until the bytes of a file are on the disk. */
export const syncFile = async (path: string): Promise<void> => {
  const file = await fs.open(path, constants.O_RDWR | (constants.O_NOFOLLOW ?? 0));
  try {
    await file.sync();
  } finally {
    await file.close();
  }
};

/** Waits until new names, removals and renames in the folder are on the disk. */
export const syncFolder = async (folder: string, disk: Pick<FolderDisk, "open"> = fs): Promise<void> => {
  const handle = await disk.open(folder, "r").catch(() => null);
  if (!handle) return;
  await handle.sync().catch(() => {});
  await handle.close();
};

/**
 * Folders whose names are on the disk, and those of all folders above them, as far as this process knows. One that
 * is there may have been made by a call that has not synced it yet, or by a process that was killed before it could:
 * so existing is not enough.
 */
const durable = new Set<string>();
const MAX_REMEMBERED = 10_000;

/** Creates a folder and its missing parents, durably. Returns the outermost one that it created. */
export const makeFolder = async (
  folder: string,
  mode = 0o777,
  disk: FolderDisk = fs,
): Promise<string | undefined> => {
  const place = resolve(folder);
  const made = await disk.mkdir(place, { recursive: true, mode });
  if (made !== undefined) forgetBelow(made);
  for (const each of unsyncedOf(place)) {
    await syncFolder(dirname(each), disk);
    rememberIn(durable, each);
  }
  return made;
};

/** The synchronous form, for the first files of a project. */
export const makeFolderSync = (folder: string, mode: number): void => {
  const place = resolve(folder);
  const made = mkdirSync(place, { recursive: true, mode });
  if (made !== undefined) forgetBelow(made);
  for (const each of unsyncedOf(place)) {
    syncFolderSync(dirname(each));
    rememberIn(durable, each);
  }
};

/** Folders whose names this process has synced since it started. */
const looked = new Set<string>();

/** Once per folder: names in it may have been left by a process that was killed before it could sync them. */
export const syncFolderOnce = async (folder: string): Promise<void> => {
  if (looked.has(folder)) return;
  await syncFolder(folder);
  rememberIn(looked, folder);
};

/** Outermost first: a folder is reached only through those above it. */
const unsyncedOf = (folder: string): readonly string[] => {
  const unsynced: string[] = [];
  for (let at = folder; at !== dirname(at) && !durable.has(at); at = dirname(at)) unsynced.unshift(at);
  return unsynced;
};

const rememberIn = (known: Set<string>, folder: string): void => {
  if (known.size >= MAX_REMEMBERED) known.clear();
  known.add(folder);
};

/** A folder that was removed and made again is a new one. */
const forgetBelow = (made: string): void => {
  for (const each of durable) if (each === made || each.startsWith(made + sep)) durable.delete(each);
};

/** The synchronous form of `syncFolder`. */
export const syncFolderSync = (folder: string): void => {
  try {
    const handle = openSync(folder, "r");
    try {
      fsyncSync(handle);
    } finally {
      closeSync(handle);
    }
  } catch {
    // A system that cannot open or sync folders.
  }
};
