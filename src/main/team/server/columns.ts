import type { PendingQuery, Row, TransactionSql } from "postgres";

/** A time as text, as everywhere else; the driver would make a Date. `column` is a name of this program. */
export const iso = (sql: TransactionSql, column: string): PendingQuery<Row[]> =>
  sql.unsafe(`to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`);

/** A list as rows of one text: arrays would need the server's list of types first. */
export const texts = (sql: TransactionSql, list: readonly string[]): PendingQuery<Row[]> =>
  sql`select jsonb_array_elements_text(${sql.json([...list])})`;
