import { existsSync } from "node:fs";
import { Failure } from "#shared/contract/index.ts";
import { connect } from "./connection.ts";
import { versionOf } from "./migrate.ts";
import { asStoreFailure } from "./store-failure.ts";

export type DatabaseCheck = {
  readonly ok: boolean;
  /** What is wrong, in one sentence. */
  readonly detail: string;
};

/**
 * The thorough check, for `doctor`: compares index entries with their rows, and checks links between tables.
 */
export const checkDatabase = (file: string): DatabaseCheck => {
  if (!existsSync(file))
    return { ok: true, detail: "There is no database yet; opening the project makes it." };
  try {
    const db = connect(file, { readonly: true });
    try {
      const problems = (db.pragma("integrity_check(5)") as { integrity_check: string }[])
        .map((row) => row.integrity_check)
        .filter((text) => text !== "ok");
      const dangling = (db.pragma("foreign_key_check") as unknown[]).length;
      if (dangling > 0) problems.push(`${dangling} row(s) point nowhere`);
      return problems.length === 0
        ? { ok: true, detail: `The database is sound (version ${versionOf(db)}).` }
        : { ok: false, detail: `The database is damaged: ${problems.join("; ")}.` };
    } finally {
      db.close();
    }
  } catch (error) {
    const known = asStoreFailure(error, file);
    return { ok: false, detail: known instanceof Failure ? known.message : String(error) };
  }
};

/** What this build of SQLite supports: each feature with its version, or null when it is missing. */
export const checkSqlite = (): { sqlite: string; fts5: boolean; vec: string | null } => {
  const db = connect(":memory:", { readonly: false });
  try {
    const { sqlite } = db.prepare("select sqlite_version() as sqlite").get() as { sqlite: string };
    const { fts5 } = db.prepare("select sqlite_compileoption_used('ENABLE_FTS5') as fts5").get() as {
      fts5: number;
    };
    const { vec } = db.prepare("select vec_version() as vec").get() as { vec: string };
    return { sqlite, fts5: fts5 === 1, vec };
  } finally {
    db.close();
  }
};
