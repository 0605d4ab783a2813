import { mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import type Database from "better-sqlite3";
import { Failure } from "#shared/contract/index.ts";
import { connect } from "./connection.ts";
import { backupDatabase } from "./backup.ts";
import { findDamage } from "./find-damage.ts";
import { migrate, versionOf } from "./migrate.ts";
import { type Migration, migrations } from "./migrations/index.ts";
import { readHeader } from "./read-header.ts";
import { setAside } from "./set-aside.ts";
import { asStoreFailure, isCorruption } from "./store-failure.ts";

/**
 * The project's database: an index over files, which can be rebuilt, and a few tables that only live here.
 *
 * It is in WAL mode with `synchronous = NORMAL`: a killed process loses nothing; a power cut can lose the
 * last commits but cannot damage the file. What would be lost is derived from files or exported, and a
 * commit costs no wait for the disk on the main thread, which `FULL` would add to every one.
 */
export type Store = {
  readonly db: Database.Database;
  readonly file: string;
  /** True when the database was made just now: tables that only it holds have to be restored. */
  readonly created: boolean;
  /** Set when the old database was damaged: where it was put. */
  readonly recovered: { readonly setAside: string } | null;
  /** Runs the work in one write transaction: all of it happens, or nothing. */
  transact<T>(work: () => T): T;
  /** Copies the database to a file while it stays in use; the file appears complete or not at all. */
  backup(to: string): Promise<void>;
  /** Moves everything from the log into the database and closes it. */
  close(): void;
};

export type OpenStoreOptions = {
  readonly now?: () => Date;
  readonly migrations?: readonly Migration[];
  /** What a check just before found; null: nothing. Without it the database is checked here. */
  readonly damage?: string | null;
  /** Milliseconds to wait for a lock. */
  readonly timeout?: number;
};

/** Opens the database, makes sure it is sound, and brings its schema up to date. A damaged one is set aside. */
export const openStore = (file: string, options: OpenStoreOptions = {}): Store => {
  try {
    mkdirSync(dirname(file), { recursive: true });
    return openOrRebuild(file, options);
  } catch (error) {
    throw asStoreFailure(error, file);
  }
};

const openOrRebuild = (file: string, options: OpenStoreOptions): Store => {
  try {
    requireHeader(file);
    return openSound(file, options, null);
  } catch (error) {
    if (!(error instanceof DamagedDatabase) && !isCorruption(error)) throw error;
    const target = setAside(file, options.now?.() ?? new Date());
    return openSound(file, { ...options, damage: null }, { setAside: target });
  }
};

const openSound = (file: string, options: OpenStoreOptions, recovered: Store["recovered"]): Store => {
  const steps = options.migrations ?? migrations;
  const created = sizeOf(file) === 0;
  if (!created) refuseNewer(file, steps.length, options.timeout);
  const db = connect(file, { readonly: false, ...(options.timeout && { timeout: options.timeout }) });
  try {
    db.pragma("journal_mode = WAL");
    db.pragma("synchronous = NORMAL");
    // A log that once grew large is cut back to this many bytes at the next checkpoint.
    db.pragma("journal_size_limit = 67108864");
    if (!created) requireSound(options.damage === undefined ? findDamage(db) : options.damage);
    migrate(db, steps);
  } catch (error) {
    db.close();
    throw error;
  }
  return {
    db,
    file,
    created,
    recovered,
    transact: (work) => transact(db, file, work),
    backup: (to) => backupDatabase(db, to),
    close: () => closeStore(db),
  };
};

/** Asked without a connection that can write, so that a newer Satchel's database stays as it is, log included. */
const refuseNewer = (file: string, known: number, timeout: number | undefined) => {
  const version = sizeOf(`${file}-wal`) === 0 ? readHeader(file).version : versionWithLog(file, timeout);
  if (version <= known) return;
  throw new Failure(
    "database-newer",
    "This project was last opened with a newer Satchel. Update Satchel to open it; nothing was changed.",
    { file, version, known },
  );
};

const versionWithLog = (file: string, timeout: number | undefined): number => {
  const db = connect(file, { readonly: true, ...(timeout && { timeout }) });
  try {
    return versionOf(db);
  } finally {
    db.close();
  }
};

class DamagedDatabase extends Error {
  override readonly name = "DamagedDatabase";
}

const requireSound = (damage: string | null) => {
  if (damage !== null) throw new DamagedDatabase(damage);
};

/** SQLite would take an empty or tiny file for a new database, write over it, and delete the log beside it. */
const requireHeader = (file: string) => {
  if (sizeOf(file) === 0) {
    if (sizeOf(`${file}-wal`) > 0) throw new DamagedDatabase("the file is empty, its log is not");
  } else if (!readHeader(file).valid) {
    throw new DamagedDatabase("the file does not begin as a database does");
  }
};

const sizeOf = (path: string): number => statSync(path, { throwIfNoEntry: false })?.size ?? 0;

const transact = <T>(db: Database.Database, file: string, work: () => T): T => {
  try {
    return db.transaction(work).immediate();
  } catch (error) {
    throw asStoreFailure(error, file);
  }
};

const closeStore = (db: Database.Database) => {
  if (!db.open) return;
  try {
    db.pragma("optimize");
    // Gives way when a reader is busy; its log is then taken in at the next opening.
    db.pragma("wal_checkpoint(TRUNCATE)");
  } finally {
    db.close();
  }
};
