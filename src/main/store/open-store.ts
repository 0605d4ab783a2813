import { closeSync, mkdirSync, openSync, statSync } from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import { Failure } from "#shared/contract/index.ts";
import { syncFolderSync } from "../base/durable-folders.ts";
import { connect } from "./connection.ts";
import { foreignSchema } from "./foreign-schema.ts";
import { findDamage } from "./find-damage.ts";
import { migrate, versionOf } from "./migrate.ts";
import { migrations } from "./migrations/index.ts";
import type { Migration } from "./migrations/migration.ts";
import { readHeader } from "./read-header.ts";
import { setAside } from "./set-aside.ts";
import { asStoreFailure, isCorruption } from "./store-failure.ts";

/**
 * The project's database: an index over files, which can be rebuilt, and a few tables that exist only here.
 *
 * It is in WAL mode with `synchronous = NORMAL`: a killed process loses nothing; a power cut can lose the
 * last commits but cannot damage the file. What would be lost is derived from files or exported, and a commit
 * on the main thread does not wait for the disk, which `FULL` would add to every one.
 */
export type Store = {
  readonly db: Database.Database;
  readonly file: string;
  /** True when the database was created just now: tables that exist only here have to be restored. */
  readonly created: boolean;
  /** Where the old database was moved, when it was damaged. */
  readonly recovered: { readonly setAside: string } | null;
  /** Runs the work in one write transaction, which is applied completely or not at all. */
  transact<T>(work: () => T): T;
  /** Merges the write-ahead log into the database and closes it. */
  close(): void;
};

export type OpenStoreOptions = {
  readonly now?: () => Date;
  readonly migrations?: readonly Migration[];
  /** What a check just before found; null when it found no damage. Without it the database is checked here. */
  readonly damage?: string | null;
  /** Milliseconds to wait for a lock. */
  readonly timeout?: number;
};

/**
 * Opens the database, checks that it is sound, and brings its schema up to date. A damaged one is set aside.
 */
export const openStore = (file: string, options: OpenStoreOptions = {}): Store => {
  try {
    mkdirSync(dirname(file), { recursive: true });
    return openOrRebuild(file, options);
  } catch (error) {
    throw asStoreFailure(error, file);
  }
};

/** For the user alone; SQLite gives its log the mode of the database. */
const FILE_MODE = 0o600;

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
  if (created) {
    closeSync(openSync(file, "a", FILE_MODE));
    // A power cut must not leave a log without its database: that looks like damage.
    syncFolderSync(dirname(file));
  }
  const db = connect(file, { readonly: false, ...(options.timeout && { timeout: options.timeout }) });
  try {
    db.pragma("journal_mode = WAL");
    db.pragma("synchronous = NORMAL");
    // A write-ahead log that once grew large is cut back to this many bytes at the next checkpoint.
    db.pragma("journal_size_limit = 67108864");
    if (!created) requireSound(foreignSchema(db, steps));
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
    close: () => closeStore(db),
  };
};

/** Read over a read-only connection, so that a newer Satchel's database stays unchanged, log included. */
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

/** SQLite would treat an empty or tiny file as a new database, write over it, and delete the log beside it. */
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
    // Does not wait for a busy reader; the log is then merged at the next opening.
    db.pragma("wal_checkpoint(TRUNCATE)");
  } catch (error) {
    // A disk that is full or fails: what was committed is in the log, which the next opening reads.
    if (!(error instanceof Database.SqliteError)) throw error;
  } finally {
    db.close();
  }
};
