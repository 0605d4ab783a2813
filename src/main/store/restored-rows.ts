import { createHash } from "node:crypto";
import type Database from "better-sqlite3";
import { z } from "zod";

/**
 * Which rows a restore added, so that it can be undone. A row is removed again only while it is still what the
 * restore made of it: one that was changed since, or a new one under the same number, stays.
 */
export const restoredRows = z.object({
  at: z.string(),
  backup: z.string().nullable(),
  rows: z.array(z.object({ table: z.string(), key: z.array(z.string()), sha256: z.string() })),
});
export type RestoredRows = z.output<typeof restoredRows>;
export type RestoredRow = RestoredRows["rows"][number];

const quoted = (name: string) => `"${name.replaceAll('"', '""')}"`;

/** The columns that name a row; a text each, so that they survive JSON. */
const keyColumns = (db: Database.Database, table: string): readonly string[] => {
  const withoutRowIds = db.prepare("SELECT wr FROM pragma_table_list(?)").pluck().get(table) === 1;
  if (!withoutRowIds) return ["rowid"];
  const columns = db.pragma(`table_info(${quoted(table)})`) as { name: string; pk: number }[];
  return columns
    .filter(({ pk }) => pk > 0)
    .toSorted((a, b) => a.pk - b.pk)
    .map(({ name }) => name);
};

/** Reads and removes rows of one table by what names them. */
export class RowKeys {
  readonly #db: Database.Database;
  readonly #table: string;
  readonly #columns: readonly string[];

  constructor(db: Database.Database, table: string) {
    this.#db = db;
    this.#table = table;
    this.#columns = keyColumns(db, table);
  }

  /** Of a row that was just inserted. */
  keyOf(row: Readonly<Record<string, unknown>>, rowid: number | bigint): string[] {
    return this.#columns.map((name) => asText(name === "rowid" ? rowid : row[name]));
  }

  /** Null when there is no such row. */
  hashOf(key: readonly string[]): string | null {
    const row = this.#db
      .prepare(`SELECT * FROM ${quoted(this.#table)} WHERE ${this.#isKey}`)
      .safeIntegers(true)
      .raw(true)
      .get(...key.map(fromText)) as unknown[] | undefined;
    if (!row) return null;
    const hash = createHash("sha256");
    for (const value of row)
      hash.update(value instanceof Uint8Array ? value : `${typeof value}:${String(value)}`).update("\0");
    return hash.digest("hex");
  }

  remove(key: readonly string[]): number {
    return this.#db
      .prepare(`DELETE FROM ${quoted(this.#table)} WHERE ${this.#isKey}`)
      .run(...key.map(fromText)).changes;
  }

  get #isKey(): string {
    return this.#columns.map((name) => `${name === "rowid" ? name : quoted(name)} = ?`).join(" AND ");
  }
}

/** A value with its type: a hash is stored as bytes, which a plain text would damage. */
const asText = (value: unknown): string => {
  if (value instanceof Uint8Array) return `bytes:${Buffer.from(value).toString("hex")}`;
  if (typeof value === "bigint" || Number.isInteger(value)) return `number:${String(value)}`;
  return `text:${String(value)}`;
};

const fromText = (key: string): string | bigint | Buffer => {
  const at = key.indexOf(":");
  const value = key.slice(at + 1);
  if (key.startsWith("bytes:")) return Buffer.from(value, "hex");
  return /^number:-?\d{1,19}$/.test(key) ? BigInt(value) : value;
};

/** How many rows went, and how many stayed because they were changed since. */
export const removeRestored = (
  db: Database.Database,
  { rows }: RestoredRows,
  known: ReadonlySet<string>,
): { readonly removed: number; readonly kept: number } => {
  const tables = new Map<string, RowKeys>();
  let removed = 0;
  let kept = 0;
  // Children were added after their parents.
  for (const { table, key, sha256 } of rows.toReversed()) {
    if (!known.has(table)) continue;
    const keys = tables.get(table) ?? new RowKeys(db, table);
    tables.set(table, keys);
    const now = keys.hashOf(key);
    if (now === sha256) removed += keys.remove(key);
    else if (now !== null) kept += 1;
  }
  return { removed, kept };
};
