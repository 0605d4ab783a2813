import { createReadStream } from "node:fs";
import { type FileHandle, lstat, open, readdir, truncate } from "node:fs/promises";
import { join } from "node:path";
import type Database from "better-sqlite3";
import { type RestoredRow, RowKeys } from "./restored-rows.ts";
import { linesOf } from "../base/lines-of.ts";
import { writeAtomicWith } from "../base/write-atomic.ts";
import { type BackedUpTable, backedUpTables } from "./backed-up-tables.ts";
import { connect } from "./connection.ts";
import { openReadStore } from "./open-read-store.ts";
import { asStoreFailure } from "./store-failure.ts";

/** Rows between two pauses, so that the main thread is never blocked for long. */
const ROWS_PER_BATCH = 200;

/**
 * Writes each table to `<folder>/<table>.jsonl`, one row per line, as of one moment. A file is replaced
 * whole; the file of an append-only table grows by its new rows. Values that JSON cannot express are wrapped:
 * `{"$blob": base64}`, `{"$int": digits}`.
 */
export const exportTables = async (
  file: string,
  folder: string,
  tables: readonly BackedUpTable[] = backedUpTables,
): Promise<void> => {
  if (tables.length === 0) return;
  const reader = openReadStore(file);
  try {
    reader.db.exec("BEGIN");
    for (const table of tables) {
      if (hasTable(reader.db, table.name)) await exportTable(reader.db, folder, table);
    }
  } finally {
    reader.close();
  }
};

/** Set in the header of a database whose tables were restored, or that had no backups to restore from. */
const restoredMark = 0x53415443;

/** Until the tables were restored they may be empty and must not replace the backups. */
export const wasRestored = (db: Database.Database): boolean =>
  db.pragma("application_id", { simple: true }) === restoredMark;

type RestoreOptions = {
  /** Only counts what would be added. */
  readonly tryOnly?: boolean;
  /** With the rows that are added, before they stay. */
  readonly before?: (rows: readonly RestoredRow[]) => Promise<void>;
};

type Added = { readonly table: string; readonly key: readonly string[] };

/** Those of the added rows that are there: some had no parent. */
const addedRows = (
  db: Database.Database,
  restored: readonly { readonly table: string; readonly added: readonly Added[] }[],
): readonly RestoredRow[] =>
  restored.flatMap(({ table, added }) => {
    const keys = new RowKeys(db, table);
    return added.flatMap(({ key }) => {
      const sha256 = keys.hashOf(key);
      return sha256 === null ? [] : [{ table, key: [...key], sha256 }];
    });
  });

export type Restored = { readonly table: string; readonly rows: number; readonly skipped: number };

/** How often a restore begins again because rows were written while it was noted. */
const MAX_NOTED = 5;

/**
 * Fills tables from their backups, in one transaction on a separate connection. Existing rows stay;
 * unreadable lines, unknown columns and rows whose parent is missing are skipped and counted.
 *
 * The transaction locks out every other connection of this thread, which would wait for it without letting it
 * go on. So nothing is awaited in it: lines are read into a temporary table first, and rows to be noted are
 * found out by a transaction that is rolled back.
 */
export const restoreTables = async (
  file: string,
  folder: string,
  tables: readonly BackedUpTable[] = backedUpTables,
  { tryOnly = false, before }: RestoreOptions = {},
): Promise<Restored[]> => {
  const present = new Set(await readdir(folder).catch(() => []));
  const db = connect(file, { readonly: false });
  try {
    const names = tables.map(({ name }) => name).filter((name) => present.has(`${name}.jsonl`));
    await stageLines(db, folder, names);
    if (tryOnly || !before) return fillTables(db, names, !tryOnly).restored;
    let { added } = fillTables(db, names, () => false);
    for (let noted = 0; noted < MAX_NOTED; noted += 1) {
      await before(added);
      const known = JSON.stringify(added);
      const filled = fillTables(db, names, (rows) => JSON.stringify(rows) === known);
      if (filled.isKept) return filled.restored;
      added = filled.added;
    }
    throw new Error("The tables kept changing while they were restored.");
  } catch (error) {
    throw asStoreFailure(error, file);
  } finally {
    db.close();
  }
};

/** In the temporary database of this connection, so that the project's own is not locked meanwhile. */
const stageLines = async (db: Database.Database, folder: string, names: readonly string[]) => {
  db.exec("CREATE TEMP TABLE backup_lines (name TEXT, line TEXT)");
  const insert = db.prepare("INSERT INTO temp.backup_lines VALUES (?, ?)");
  const insertAll = db.transaction((name: string, lines: readonly string[]) => {
    for (const line of lines) insert.run(name, line);
  });
  for (const name of names) {
    let lines: string[] = [];
    for await (const line of linesOf(createReadStream(join(folder, `${name}.jsonl`)))) {
      if (line.trim() === "") continue;
      if (lines.push(line) < ROWS_PER_BATCH) continue;
      insertAll(name, lines);
      lines = [];
    }
    insertAll(name, lines);
  }
};

type Filled = {
  readonly restored: Restored[];
  readonly added: readonly RestoredRow[];
  readonly isKept: boolean;
};

/** Rolled back unless `keep` is true, or returns true for the rows that were added. */
const fillTables = (
  db: Database.Database,
  names: readonly string[],
  keep: boolean | ((added: readonly RestoredRow[]) => boolean),
): Filled => {
  db.exec("BEGIN IMMEDIATE");
  try {
    // Checked at the end of the transaction, so that rows may come before their parents.
    db.pragma("defer_foreign_keys = ON");
    const filled = names.filter((name) => hasTable(db, name)).map((name) => fillTable(db, name));
    const orphans = removeOrphans(db);
    const added = typeof keep === "boolean" ? [] : addedRows(db, filled);
    const isKept = typeof keep === "boolean" ? keep : keep(added);
    if (isKept) {
      db.pragma(`application_id = ${restoredMark}`);
      db.exec("COMMIT");
    }
    const restored = filled.map(({ table, rows, skipped }) => {
      const lost = orphans.get(table) ?? 0;
      return { table, rows: rows - lost, skipped: skipped + lost };
    });
    return { restored, added, isKept };
  } finally {
    if (db.inTransaction) db.exec("ROLLBACK");
  }
};

const exportTable = async (db: Database.Database, folder: string, { name, appendOnly }: BackedUpTable) => {
  const path = join(folder, `${name}.jsonl`);
  const last = appendOnly && hasRowIds(db, name) ? await lastRow(path) : null;
  if (last && (await isUpTo(db, name, path, last))) return appendRows(db, path, name, last.$rowid);
  return writeAtomicWith(path, (file) => writeRows(db, file, name, null), 0o600, { folderMode: 0o700 });
};

const writeRows = async (db: Database.Database, file: FileHandle, table: string, after: bigint | null) => {
  let lines: string[] = [];
  for (const row of rowsOf(db, table, after === null ? "" : `WHERE rowid > ${after}`)) {
    lines.push(`${JSON.stringify(wrapRow(row))}\n`);
    if (lines.length < ROWS_PER_BATCH) continue;
    await file.write(lines.join(""));
    lines = [];
  }
  if (lines.length > 0) await file.write(lines.join(""));
};

const rowsOf = (db: Database.Database, table: string, where: string): IterableIterator<Row> => {
  const [id, order] = hasRowIds(db, table) ? ['rowid AS "$rowid", ', "ORDER BY rowid"] : ["", ""];
  const select = db.prepare(`SELECT ${id}* FROM ${quoted(table)} ${where} ${order}`);
  return select.safeIntegers(true).iterate() as IterableIterator<Row>;
};

const appendRows = async (db: Database.Database, path: string, table: string, after: bigint) => {
  const file = await open(path, "a");
  try {
    await writeRows(db, file, table, after);
    await file.sync();
  } finally {
    await file.close();
  }
};

type LastRow = { readonly $rowid: bigint; readonly line: string };

/**
 * The last complete line. A partial line, left by a process that was killed, is cut off. Null for a file that has a
 * second name: bytes that are written in place would be written there, too.
 */
const lastRow = async (path: string): Promise<LastRow | null> => {
  const found = await lstat(path).catch(() => null);
  if (!found?.isFile() || found.nlink > 1 || found.size === 0) return null;
  const { size } = found;
  const file = await open(path, "r");
  try {
    const tail = Buffer.alloc(Math.min(size, 1024 * 1024));
    await file.read(tail, 0, tail.length, size - tail.length);
    const end = tail.lastIndexOf(0x0a);
    const start = end > 0 ? tail.lastIndexOf(0x0a, end - 1) + 1 : 0;
    // The line is longer than the part that was read: everything is written again.
    if (end === -1 || (start === 0 && size > tail.length)) return null;
    const line = tail.toString("utf8", start, end);
    const { $rowid } = unwrapRow(JSON.parse(line));
    if (end + 1 < tail.length) await truncate(path, size - (tail.length - end - 1));
    return typeof $rowid === "bigint" ? { $rowid, line } : null;
  } catch {
    return null;
  } finally {
    await file.close();
  }
};

/**
 * Whether the file holds exactly the rows up to its last one: a row that was purged from the table must not
 * stay.
 */
const isUpTo = async (db: Database.Database, table: string, path: string, { $rowid, line }: LastRow) => {
  const [row] = rowsOf(db, table, `WHERE rowid = ${$rowid}`);
  if (!row || JSON.stringify(wrapRow(row)) !== line) return false;
  const count = db
    .prepare(`SELECT count(*) FROM ${quoted(table)} WHERE rowid <= ?`)
    .pluck()
    .get($rowid);
  return (await countLines(path)) === count;
};

const countLines = async (path: string): Promise<number> => {
  let lines = 0;
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    for (let at = chunk.indexOf(0x0a); at !== -1; at = chunk.indexOf(0x0a, at + 1)) lines += 1;
  }
  return lines;
};

type Row = Record<string, unknown>;

const fillTable = (db: Database.Database, table: string) => {
  const keys = new RowKeys(db, table);
  const added: Added[] = [];
  const columns = (db.pragma(`table_info(${quoted(table)})`) as { name: string }[]).map(({ name }) => name);
  const id = hasRowIds(db, table) ? ["rowid"] : [];
  const statements = new Map<string, Database.Statement>();
  let rows = 0;
  let skipped = 0;
  for (const line of stagedLines(db, table)) {
    try {
      const row = unwrapRow(JSON.parse(line));
      const names = columns.filter((column) => Object.hasOwn(row, column));
      const key = names.join("\0");
      const insert = statements.get(key) ?? db.prepare(insertInto(table, [...id, ...names]));
      statements.set(key, insert);
      const { changes, lastInsertRowid } = insert.run(
        ...id.map(() => row.$rowid ?? null),
        ...names.map((name) => row[name]),
      );
      rows += changes;
      if (changes > 0) added.push({ table, key: keys.keyOf(row, lastInsertRowid) });
    } catch (error) {
      if (isFatal(error)) throw error;
      skipped += 1;
    }
  }
  return { table, rows, skipped, added };
};

/** In pages, because a connection cannot insert while a statement of its own is being read. */
function* stagedLines(db: Database.Database, table: string): Generator<string> {
  const page = db.prepare(
    "SELECT rowid, line FROM temp.backup_lines WHERE name = ? AND rowid > ? ORDER BY rowid LIMIT ?",
  );
  let last = 0;
  for (;;) {
    const lines = page.all(table, last, ROWS_PER_BATCH) as { rowid: number; line: string }[];
    for (const { line } of lines) yield line;
    if (lines.length < ROWS_PER_BATCH) return;
    last = lines.at(-1)?.rowid ?? last;
  }
}

const insertInto = (table: string, columns: readonly string[]) =>
  `INSERT OR IGNORE INTO ${quoted(table)} (${columns.map(quoted).join(", ")}) ` +
  `VALUES (${columns.map(() => "?").join(", ")})`;

/** A full disk or a lock ends the restore; a row that does not fit is only skipped. */
const isFatal = (error: unknown) =>
  error instanceof Error && "code" in error && /^SQLITE_(FULL|IOERR|BUSY|CORRUPT)/.test(String(error.code));

/**
 * Removes rows whose parent is missing and counts them per table. Repeated, because others may have referred
 * to those.
 */
const removeOrphans = (db: Database.Database): Map<string, number> => {
  const removed = new Map<string, number>();
  for (;;) {
    const broken = db.pragma("foreign_key_check") as { table: string; fkid: number }[];
    if (broken.length === 0) return removed;
    for (const key of new Set(broken.map(({ table, fkid }) => JSON.stringify([table, fkid])))) {
      const [table, fkid] = JSON.parse(key) as [string, number];
      const { changes } = db.prepare(deleteOrphans(db, table, fkid)).run();
      removed.set(table, (removed.get(table) ?? 0) + changes);
    }
  }
};

const deleteOrphans = (db: Database.Database, table: string, fkid: number): string => {
  const columns = (
    db.pragma(`foreign_key_list(${quoted(table)})`) as {
      id: number;
      table: string;
      from: string;
      to: string;
    }[]
  ).filter(({ id }) => id === fkid);
  const parent = quoted(columns[0]?.table ?? "");
  const same = columns.map(({ from, to }) => `${parent}.${quoted(to)} = ${quoted(table)}.${quoted(from)}`);
  const given = columns.map(({ from }) => `${quoted(from)} IS NOT NULL`);
  return (
    `DELETE FROM ${quoted(table)} WHERE ${given.join(" AND ")} ` +
    `AND NOT EXISTS (SELECT 1 FROM ${parent} WHERE ${same.join(" AND ")})`
  );
};

const hasRowIds = (db: Database.Database, table: string): boolean =>
  db.prepare("SELECT wr FROM pragma_table_list(?)").pluck().get(table) === 0;

const hasTable = (db: Database.Database, name: string): boolean =>
  db.prepare("SELECT 1 FROM sqlite_schema WHERE type = 'table' AND name = ?").get(name) !== undefined;

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

const wrapRow = (row: Row): Row =>
  Object.fromEntries(Object.entries(row).map(([key, value]) => [key, wrap(value)]));

const wrap = (value: unknown): unknown => {
  if (typeof value === "bigint") return isSafe(value) ? Number(value) : { $int: String(value) };
  // Plain JSON would turn 1.0 into the integer 1.
  if (typeof value === "number")
    return Number.isInteger(value) || !Number.isFinite(value) ? { $real: String(value) } : value;
  return value instanceof Uint8Array ? { $blob: Buffer.from(value).toString("base64") } : value;
};

const isSafe = (value: bigint) => value >= Number.MIN_SAFE_INTEGER && value <= Number.MAX_SAFE_INTEGER;

const unwrapRow = (row: unknown): Row =>
  Object.fromEntries(Object.entries(row as Row).map(([key, value]) => [key, unwrap(value)]));

const unwrap = (value: unknown): unknown => {
  if (typeof value === "number") return Number.isSafeInteger(value) ? BigInt(value) : value;
  if (typeof value === "boolean") return BigInt(value);
  if (typeof value !== "object" || value === null) return value;
  const { $blob, $int, $real } = value as { $blob?: string; $int?: string; $real?: string };
  if ($blob !== undefined) return Buffer.from($blob, "base64");
  if ($int !== undefined) return BigInt($int);
  if ($real !== undefined) return Number($real);
  throw new TypeError("The backup contains a value that Satchel never writes.");
};
