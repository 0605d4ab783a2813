import { dirname, join } from "node:path";
import { Failure } from "#shared/contract/index.ts";
import type { Log } from "../base/log.ts";
import { OneAtATime } from "../base/one-at-a-time.ts";
import { type BackedUpTable, backedUpTables } from "./backed-up-tables.ts";
import { generationFolder, keepBeforeUpdate, keepGeneration, listGenerations } from "./backup-generations.ts";
import { exportTables, type Restored, restoreTables, wasRestored } from "./export-tables.ts";
import { type BackupFacts, describeBackups } from "./describe-backups.ts";
import type { Store } from "./open-store.ts";
import { RestoreUndos } from "./restore-undos.ts";
import { removeRestored, type RestoredRow } from "./restored-rows.ts";

/** Time between two backups of a database that keeps changing. */
const BACKUP_INTERVAL_MS = 30 * 60 * 1000;

/** Backs up the tables that exist only in the database. Must be closed before the store. */
export type TableBackup = {
  /** Writes the backups now, if anything changed since the last time. */
  save(): Promise<void>;
  /** Names of earlier backups, newest first. */
  generations(): Promise<readonly string[]>;
  /** All of them, the newest state first: what each holds and how large it is. */
  describe(): Promise<readonly BackupFacts[]>;
  /** What a restore would add. */
  preview(name: string | null): Promise<readonly Restored[]>;
  /**
   * Adds the rows of an earlier backup that the database lacks; `null` is the newest. Existing rows stay. `undo` names
   * what was added; null when that was nothing.
   */
  restore(
    name: string | null,
  ): Promise<{ readonly restored: readonly Restored[]; readonly undo: string | null }>;
  /** Removes what a restore added, except rows that were changed since. */
  undoRestore(undo: string): Promise<{ readonly removed: number; readonly kept: number }>;
  close(): Promise<void>;
};

/** Restores the tables first, when the database was created again. Must run before anything writes to it. */
export const openTableBackup = async (
  store: Store,
  log: Log,
  options: {
    readonly tables?: readonly BackedUpTable[];
    readonly from?: string;
    readonly now?: () => Date;
    /** Of the app; the backups of an earlier one are kept. */
    readonly version?: string;
  } = {},
): Promise<TableBackup> => {
  const { tables = backedUpTables, now: clock = () => new Date() } = options;
  const folder = join(dirname(store.file), "backup");
  if (!wasRestored(store.db)) {
    const restored = await restoreTables(store.file, options.from ?? folder, tables);
    if (restored.length > 0) log.info("Tables were restored from their backups.", { restored });
  }
  if (options.version !== undefined) await keepBeforeUpdate(folder, options.version);
  const turns = new OneAtATime();
  let saved = changesOf(store);

  const save = () =>
    turns.run(async () => {
      const now = changesOf(store);
      if (now === saved) return;
      await keepGeneration(folder, clock().toISOString().slice(0, 10));
      await exportTables(store.file, folder, tables);
      if (options.version !== undefined) await keepBeforeUpdate(folder, options.version);
      saved = now;
    });
  const saveOrLog = () =>
    save().catch((error: unknown) => log.error("The backups of tables could not be written.", error));

  const timer = setInterval(() => void saveOrLog(), BACKUP_INTERVAL_MS);
  timer.unref();
  const placeOf = async (name: string | null): Promise<string> => {
    const known = await listGenerations(folder);
    if (name === null || known.includes(name)) return name === null ? folder : generationFolder(folder, name);
    throw new Failure("backup-not-found", `There is no backup called ${name}.`, { backups: known });
  };
  const undos = new RestoreUndos(folder);
  const restore = (name: string | null) =>
    turns.run(async () => {
      const from = await placeOf(name);
      let undo: string | null = null;
      const before = async (rows: readonly RestoredRow[]) => {
        if (undo !== null) await undos.remove(undo);
        undo =
          rows.length === 0
            ? null
            : await undos.keep({ at: clock().toISOString(), backup: name, rows: [...rows] });
      };
      return { restored: await restoreTables(store.file, from, tables, { before }), undo };
    });
  const undoRestore = (undo: string) =>
    turns.run(async () => {
      const known = new Set(tables.map(({ name }) => name));
      const rows = await undos.read(undo);
      const done = store.transact(() => removeRestored(store.db, rows, known));
      await undos.remove(undo);
      return done;
    });
  return {
    save,
    generations: () => listGenerations(folder),
    describe: () => describeBackups(folder),
    preview: (name) =>
      turns.run(async () => restoreTables(store.file, await placeOf(name), tables, { tryOnly: true })),
    restore,
    undoRestore,
    close: async () => {
      clearInterval(timer);
      await saveOrLog();
    },
  };
};

/** Rows changed through this connection, the only one that writes. */
const changesOf = ({ db }: Store): number => db.prepare("SELECT total_changes()").pluck().get() as number;
