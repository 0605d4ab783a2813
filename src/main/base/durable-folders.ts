import { closeSync, fsyncSync, mkdirSync, openSync } from "node:fs";
import * as fs from "node:fs/promises";
import { dirname } from "node:path";

/**
 * A new name is on the disk only when its folder was synced: a power cut can otherwise take a file whose bytes were
 * synced, or leave both names of one that was moved. Windows cannot open folders and does not need this.
 */
export type FolderDisk = Pick<typeof fs, "open" | "mkdir">;

/** Waits until new names, removals and renames in the folder are on the disk. */
export const syncFolder = async (folder: string, disk: Pick<FolderDisk, "open"> = fs): Promise<void> => {
  const handle = await disk.open(folder, "r").catch(() => null);
  if (!handle) return;
  await handle.sync().catch(() => {});
  await handle.close();
};

/** Creates a folder and its missing parents, durably. Returns the outermost one that it created. */
export const makeFolder = async (
  folder: string,
  mode = 0o777,
  disk: FolderDisk = fs,
): Promise<string | undefined> => {
  const made = await disk.mkdir(folder, { recursive: true, mode });
  for (const parent of parentsOf(folder, made)) await syncFolder(parent, disk);
  return made;
};

/** The synchronous form, for the first files of a project. */
export const makeFolderSync = (folder: string, mode: number): void => {
  const made = mkdirSync(folder, { recursive: true, mode });
  for (const parent of parentsOf(folder, made)) syncFolderSync(parent);
};

const syncFolderSync = (folder: string): void => {
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

/** The folders that got a new name, outermost first. */
const parentsOf = (folder: string, made: string | undefined): readonly string[] => {
  const parents: string[] = [];
  if (made === undefined) return parents;
  for (let at = folder; at.length >= made.length && at !== dirname(at); at = dirname(at)) {
    parents.unshift(dirname(at));
  }
  return parents;
};
