import type Database from "better-sqlite3";
import { connect } from "./connection.ts";
import { migrate, versionOf } from "./migrate.ts";
import type { Migration } from "./migrations/migration.ts";

/**
 * A trigger or a view that no migration made: it would run with the first write or search, and a query without end
 * would hold the thread for good. Null when all are ours. A database may come with a stranger's folder.
 */
export const foreignSchema = (db: Database.Database, steps: readonly Migration[]): string | null => {
  const found = schemaOf(db);
  if (found.length === 0) return null;
  const expected = connect(":memory:", { readonly: false });
  try {
    migrate(expected, steps.slice(0, versionOf(db)));
    const own = new Set(schemaOf(expected).map(({ name, sql }) => `${name}\0${sql}`));
    const foreign = found.find(({ name, sql }) => !own.has(`${name}\0${sql}`));
    return foreign ? `it has a ${foreign.type} that is not Satchel's (${foreign.name})` : null;
  } finally {
    expected.close();
  }
};

const schemaOf = (db: Database.Database) =>
  db
    .prepare<[], { type: string; name: string; sql: string }>(
      "SELECT type, name, sql FROM sqlite_schema WHERE type IN ('trigger', 'view')",
    )
    .all();
