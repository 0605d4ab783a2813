import { copyFile, readdir, readFile, rename, rm } from "node:fs/promises";
import { dirname, join } from "node:path";
import { makeFolder, syncFile, syncFolder } from "../base/durable-folders.ts";
import { writeAtomic } from "../base/write-atomic.ts";
import { readHeader } from "./read-header.ts";

/**
 * Earlier states of the backups: one folder per day in `<backup>/kept/`, made at the first backup of that day from
 * what the backups held before it. Kept are the newest 7 days and, of what is older, the newest day of each of 4
 * weeks; and one before each upgrade of the database.
 */
const FOLDER = "kept";
const MAX_DAYS = 7;
const MAX_WEEKS = 4;
const MAX_UPGRADES = 3;

/** Copies the backups aside, once per name: a day, or `before-version-12`. Missing backups are no generation. */
export const keepGeneration = async (backup: string, name: string): Promise<void> => {
  const files = (await readdir(backup).catch(() => [])).filter((each) => each.endsWith(".jsonl"));
  const parent = join(backup, FOLDER);
  const kept: readonly string[] = await readdir(parent).catch(() => []);
  if (files.length === 0 || kept.includes(name)) return;
  // Appears whole or not at all; what a crash left is made again.
  const unfinished = join(parent, `${name}.part`);
  await rm(unfinished, { recursive: true, force: true });
  await makeFolder(unfinished, 0o700);
  for (const file of files) {
    await copyFile(join(backup, file), join(unfinished, file));
    await syncFile(join(unfinished, file));
  }
  await syncFolder(unfinished);
  await rename(unfinished, join(parent, name));
  await syncFolder(parent);
  const staying = generationsToKeep([...kept, name]);
  const gone = kept.filter((each) => !staying.includes(each));
  for (const old of gone) await rm(join(parent, old), { recursive: true, force: true });
};

/** Before the database is upgraded: what its backups hold is that of the version before. */
export const keepBeforeUpgrade = async (file: string, known: number): Promise<void> => {
  const version = versionIn(file);
  if (version === null || version === 0 || version >= known) return;
  await keepGeneration(join(dirname(file), "backup"), `before-version-${version + 1}`);
};

/** Before the first backup of another version of the app: what its predecessor wrote. */
export const keepBeforeUpdate = async (backup: string, version: string): Promise<void> => {
  const place = join(backup, "app-version");
  const before = await readFile(place, "utf8").catch(() => null);
  if (before === version || !APP_VERSION.test(version)) return;
  if (before !== null) await keepGeneration(backup, `before-update-${version}`);
  if (await readdir(backup).catch(() => null)) await writeAtomic(place, version, 0o600);
};

const versionIn = (file: string): number | null => {
  try {
    const { valid, version } = readHeader(file);
    return valid ? version : null;
  } catch {
    return null;
  }
};

/** Newest first. */
export const listGenerations = async (backup: string): Promise<readonly string[]> =>
  generationsToKeep(await readdir(join(backup, FOLDER)).catch(() => []));

export const generationFolder = (backup: string, name: string): string => join(backup, FOLDER, name);

/** Which of the names stay, newest first; upgrades last. Anything else is none of ours and goes. */
export const generationsToKeep = (names: readonly string[]): readonly string[] => {
  const days = names
    .filter((name) => DAY.test(name) && weekOf(name) !== null)
    .toSorted((a, b) => (a < b ? 1 : -1));
  const weeks = new Map<number | null, string>();
  for (const day of days.slice(MAX_DAYS)) if (!weeks.has(weekOf(day))) weeks.set(weekOf(day), day);
  const updates = names.filter((name) => UPDATE.test(name)).toSorted(byVersion);
  const upgrades = names
    .filter((name) => UPGRADE.test(name))
    .toSorted((a, b) => Number(UPGRADE.exec(b)?.[1]) - Number(UPGRADE.exec(a)?.[1]));
  return [
    ...days.slice(0, MAX_DAYS),
    ...[...weeks.values()].slice(0, MAX_WEEKS),
    ...upgrades.slice(0, MAX_UPGRADES),
    ...updates.slice(0, MAX_UPGRADES),
  ];
};

const DAY = /^\d{4}-\d\d-\d\d$/;
const UPGRADE = /^before-version-(\d{1,4})$/;
/** Few enough characters for the name of a backup in a request. */
const APP_VERSION = /^[0-9][0-9A-Za-z.-]{0,20}$/;
const UPDATE = /^before-update-([0-9][0-9A-Za-z.-]{0,20})$/;
const byVersion = (a: string, b: string): number => b.localeCompare(a, "en", { numeric: true });
const DAY_MS = 24 * 60 * 60 * 1000;

/** Weeks since a Monday; null for a date that is none. */
const weekOf = (day: string): number | null => {
  const at = Date.parse(`${day}T00:00:00.000Z`);
  // The first of January 1970 was a Thursday.
  return Number.isNaN(at) ? null : Math.floor((at / DAY_MS + 3) / 7);
};
