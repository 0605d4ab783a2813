import { constants } from "node:fs";
import { copyFile, mkdtemp, rm, stat } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { Failure } from "#shared/contract/failure.ts";
import { errnoOf } from "../base/errno.ts";

/** A database of another program, opened for reading. */
export type ForeignDatabase = {
  /** Rows as plain records, one at a time. */
  rows(sql: string, ...values: readonly (string | number)[]): IterableIterator<Record<string, unknown>>;
  /** The same at once, for a short list. */
  all(sql: string, ...values: readonly (string | number)[]): readonly Record<string, unknown>[];
  hasTable(name: string): boolean;
  hasColumn(table: string, column: string): boolean;
  close(): Promise<void>;
};

const MAX_BYTES = 16 * 1024 ** 3;

/**
 * Opens a copy: the other program may be running, and what it wrote last is in the file beside the database. A
 * read-only opening of the original could miss that, or wait for its locks.
 */
export const openForeignDatabase = async (path: string): Promise<ForeignDatabase> => {
  const { size } = await stat(path);
  if (size > MAX_BYTES) throw new Failure("import-too-large", `${path} is over 16 GB.`, { path });
  const folder = await mkdtemp(join(tmpdir(), "satchel-import-"));
  try {
    const copy = join(folder, "copy.db");
    await copyFile(path, copy, constants.COPYFILE_FICLONE);
    for (const ending of ["-wal", "-shm"])
      await copyFile(path + ending, copy + ending, constants.COPYFILE_FICLONE).catch(unlessMissing);
    return open(copy, folder);
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    if (error instanceof Failure) throw error;
    const reason = error instanceof Error ? error.message : String(error);
    throw new Failure("not-readable", `${path} could not be read as a database (${reason}).`, { path });
  }
};

const open = (copy: string, folder: string): ForeignDatabase => {
  // Not read-only: what is in the file beside it has to be taken over first. It is a copy.
  const db = new Database(copy, { fileMustExist: true });
  db.pragma("trusted_schema = OFF");
  db.pragma("query_only = ON");
  const names = (sql: string, ...values: readonly string[]) =>
    new Set(
      db
        .prepare(sql)
        .pluck()
        .all(...values) as string[],
    );
  return {
    rows: (sql, ...values) => db.prepare(sql).iterate(...values) as IterableIterator<Record<string, unknown>>,
    all: (sql, ...values) => db.prepare(sql).all(...values) as Record<string, unknown>[],
    hasTable: (name) => names("select name from sqlite_schema where type = 'table'").has(name),
    hasColumn: (table, column) => names("select name from pragma_table_info(?)", table).has(column),
    close: async () => {
      db.close();
      await rm(folder, { recursive: true, force: true });
    },
  };
};

const unlessMissing = (error: unknown): void => {
  if (errnoOf(error) !== "ENOENT") throw error;
};
