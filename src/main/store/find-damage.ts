import type Database from "better-sqlite3";

/**
 * Reads every page of every table and index; null when all is sound. It goes table by table, because a check
 * of the whole database would also tokenise all indexed text again: ten times as long, for tables that can be
 * rebuilt.
 */
export const findDamage = (db: Database.Database): string | null => {
  const tables = db
    .prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type IN ('table', 'shadow')")
    .pluck()
    .all() as string[];
  for (const table of tables) {
    const [first] = db.pragma(`quick_check("${table.replaceAll('"', '""')}")`) as { quick_check: string }[];
    if (first?.quick_check !== "ok") return first?.quick_check ?? "the check gave no answer";
  }
  return null;
};
