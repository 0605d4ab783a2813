import {
  existsSync,
  lstatSync,
  openSync,
  closeSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  utimesSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import type { DiskNote, DiskSetup } from "./setup.ts";

type Named = Extract<DiskNote, { readonly n: string }>;
type Unsynced = { readonly size: number; readonly saved: string | null };

export type PowerCut = {
  /** New names, renames and removals that were undone. */
  readonly names: number;
  /** Files that lost bytes nobody had synced: all of them, a part, or replaced by zeros. */
  readonly files: number;
  /** Bytes of the database's log that were cut off. */
  readonly logBytes: number;
};

/** Of what no sync made durable, this share survives whole. */
const SURVIVES = 0.35;
/** How long the machine was off. */
const OFF_MS = 120_000;

/**
 * Makes the folder what a power cut could leave of it. What was synced stays. Of the rest, each file loses its new
 * bytes on its own and each folder its newest entries on its own, so writes are reordered as a disk may do it.
 */
export const cutPower = (
  { below, log, saved }: NonNullable<DiskSetup["recorded"]>,
  random: () => number,
): PowerCut => {
  const notes = notesIn(log);
  const names = takeBackNames(pendingNames(notes), random);
  const files = loseBytes(below, unsyncedFiles(notes), random);
  const logBytes = cutDatabaseLogs(below, random);
  if (process.env["SATCHEL_CRASH_KEEP"] === undefined) {
    rmSync(log, { force: true });
    rmSync(saved, { recursive: true, force: true });
  } else {
    const at = Date.now();
    writeFileSync(`${log}.undone.${at}`, undoneLog.splice(0).join("\n"));
    renameSync(log, `${log}.${at}`);
    if (existsSync(saved)) renameSync(saved, `${saved}.${at}`);
  }
  return { names, files, logBytes };
};

const undoneLog: string[] = [];

const notesIn = (log: string): readonly DiskNote[] =>
  existsSync(log)
    ? readFileSync(log, "utf8")
        .split("\n")
        .filter((line) => line.endsWith("}"))
        .map((line) => JSON.parse(line) as DiskNote)
    : [];

const foldersOf = (note: Named): readonly string[] =>
  note.kind === "rename" ? [dirname(note.from), dirname(note.path)] : [dirname(note.path)];

/** Oldest first. A rename between two folders is durable when either was synced. */
const pendingNames = (notes: readonly DiskNote[]): readonly Named[] => {
  let pending: Named[] = [];
  for (const note of notes) {
    if ("n" in note) pending.push(note);
    if (note.kind === "sync-folder") {
      pending = pending.filter((each) => !foldersOf(each).includes(note.path));
    }
  }
  return pending;
};

/** Newest first; once an entry of a folder survives, all older ones of that folder do. */
const takeBackNames = (pending: readonly Named[], random: () => number): number => {
  const durable = new Set<string>();
  let undone = 0;
  for (const note of pending.toReversed()) {
    const folders = foldersOf(note);
    if (folders.some((each) => durable.has(each)) || random() < SURVIVES) {
      for (const each of folders) durable.add(each);
    } else {
      undoneLog.push(JSON.stringify(note));
      takeBack(note);
      undone += 1;
    }
  }
  return undone;
};

const takeBack = (note: Named): void => {
  if (note.kind === "create" || note.kind === "folder") rmSync(note.path, { recursive: true, force: true });
  if (note.kind === "remove" && existsSync(note.saved) && existsSync(dirname(note.path))) {
    rmSync(note.path, { recursive: true, force: true });
    renameSync(note.saved, note.path);
  }
  // A call that the kill prevented changed nothing.
  if (note.kind !== "rename" || inodeOf(note.path) !== note.inode) return;
  if (existsSync(dirname(note.from))) renameSync(note.path, note.from);
  if (note.saved !== null && existsSync(note.saved)) renameSync(note.saved, note.path);
};

const inodeOf = (path: string): string | null => {
  const found = lstatSync(path, { throwIfNoEntry: false });
  return found ? String(found.ino) : null;
};

const unsyncedFiles = (notes: readonly DiskNote[]): ReadonlyMap<string, Unsynced> => {
  const unsynced = new Map<string, Unsynced>();
  for (const note of notes) {
    if (note.kind === "sync") unsynced.delete(note.inode);
    if (note.kind === "write" && !unsynced.has(note.inode)) {
      unsynced.set(note.inode, { size: note.size, saved: null });
    }
    if (note.kind === "overwrite" && unsynced.get(note.inode)?.saved == null) {
      unsynced.set(note.inode, { size: 0, saved: note.saved });
    }
  }
  return unsynced;
};

const loseBytes = (below: string, unsynced: ReadonlyMap<string, Unsynced>, random: () => number): number => {
  let files = 0;
  for (const entry of readdirSync(below, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const found = unsynced.get(inodeOf(path) ?? "");
    if (!found || random() < SURVIVES) continue;
    files += 1;
    if (found.saved !== null) {
      writeFileSync(path, readFileSync(found.saved));
      continue;
    }
    const { size } = lstatSync(path);
    const from = random() < 0.5 ? found.size : found.size + Math.floor(random() * (size - found.size));
    const { atime, mtime } = lstatSync(path);
    if (random() < 0.3) zeroFrom(path, from, size);
    else truncateSync(path, Math.min(from, size));
    // The machine was off for a while, and nobody wrote since.
    utimesSync(path, atime, new Date(mtime.getTime() - OFF_MS));
  }
  return files;
};

/** The size arrived, the bytes did not. */
const zeroFrom = (path: string, from: number, to: number): void => {
  if (to <= from) return;
  const file = openSync(path, "r+");
  writeSync(file, Buffer.alloc(to - from), 0, to - from, from);
  closeSync(file);
};

/** Bytes of a write-ahead log's header, and of the header before each page in it. */
const LOG_HEADER_BYTES = 32;
const FRAME_HEADER_BYTES = 24;
/**
 * Where the shared index of the log says how many frames are in the database already, and how many a checkpoint
 * that is under way is moving. SQLite syncs the log before it moves any of the latter, and sets the former last.
 */
const BACKFILLED_AT = 96;
const BACKFILL_ATTEMPTED_AT = 128;

/**
 * With `synchronous = NORMAL` the log is synced only before its frames are moved into the database. So any end of it
 * after the frames that were moved may be missing.
 */
const cutDatabaseLogs = (below: string, random: () => number): number =>
  readdirSync(below, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && entry.name.endsWith(".db-wal"))
    .reduce((sum, entry) => sum + cutDatabaseLog(join(entry.parentPath, entry.name), random), 0);

export const cutDatabaseLog = (path: string, random: () => number): number => {
  const log = readFileSync(path);
  const index = path.replace(/-wal$/, "-shm");
  if (log.length <= LOG_HEADER_BYTES || !existsSync(index) || random() < SURVIVES) return 0;
  const frame = log.readUInt32BE(8) + FRAME_HEADER_BYTES;
  const shared = readFileSync(index);
  const moved = Math.max(shared.readUInt32LE(BACKFILLED_AT), shared.readUInt32LE(BACKFILL_ATTEMPTED_AT));
  const first = LOG_HEADER_BYTES + moved * frame;
  if (first >= log.length) return 0;
  const end = first + Math.floor(random() * (log.length - first));
  truncateSync(path, end);
  // The shared index is memory of the machine that lost power.
  rmSync(index);
  return log.length - end;
};
