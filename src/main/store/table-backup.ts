import { dirname, join } from "node:path";
import { Failure } from "#shared/contract/index.ts";
import type { Log } from "../base/log.ts";
import { OneAtATime } from "../base/one-at-a-time.ts";
import { type BackedUpTable, backedUpTables } from "./backed-up-tables.ts";
import { generationFolder, keepGeneration, listGenerations } from "./backup-generations.ts";
import { exportTables, type Restored, restoreTables, wasRestored } from "./export-tables.ts";
import type { Store } from "./open-store.ts";

/** Time between two backups of a database that keeps changing. */
const BACKUP_INTERVAL_MS = 30 * 60 * 1000;

/** Backs up the tables that exist only in the database. Must be closed before the store. */
export type TableBackup = {
  /** Writes the backups now, if anything changed since the last time. */
  save(): Promise<void>;
  /** Names of earlier backups, newest first. */
  generations(): Promise<readonly string[]>;
  /** Adds the rows of an earlier backup that the database lacks; `null` is the newest. Existing rows stay. */
  restore(name: string | null): Promise<readonly Restored[]>;
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
  } = {},
): Promise<TableBackup> => {
  const { tables = backedUpTables, now: clock = () => new Date() } = options;
  const folder = join(dirname(store.file), "backup");
  if (!wasRestored(store.db)) {
    const restored = await restoreTables(store.file, options.from ?? folder, tables);
    if (restored.length > 0) log.info("Tables were restored from their backups.", { restored });
  }
  const turns = new OneAtATime();
  let saved = changesOf(store);

  const save = () =>
    turns.run(async () => {
      const now = changesOf(store);
      if (now === saved) return;
      await keepGeneration(folder, clock().toISOString().slice(0, 10));
      await exportTables(store.file, folder, tables);
      saved = now;
    });
  const saveOrLog = () =>
    save().catch((error: unknown) => log.error("The backups of tables could not be written.", error));

  const timer = setInterval(() => void saveOrLog(), BACKUP_INTERVAL_MS);
  timer.unref();
  const restore = (name: string | null) =>
    turns.run(async () => {
      const known = await listGenerations(folder);
      if (name !== null && !known.includes(name)) {
        throw new Failure("backup-not-found", `There is no backup called ${name}.`, { backups: known });
      }
      return restoreTables(store.file, name === null ? folder : generationFolder(folder, name), tables);
    });
  return {
    save,
    generations: () => listGenerations(folder),
    restore,
    close: async () => {
      clearInterval(timer);
      await saveOrLog();
    },
  };
};

/** Rows changed through this connection, the only one that writes. */
const changesOf = ({ db }: Store): number => db.prepare("SELECT total_changes()").pluck().get() as number;
