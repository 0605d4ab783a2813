import type Database from "better-sqlite3";
import { Failure } from "#shared/contract/index.ts";
import { migrations } from "./migrations/index.ts";
import type { Migration } from "./migrations/migration.ts";

/**
 * Brings the schema up to date, one transaction per step. The version is SQLite's own `user_version`: the
 * number of steps that were applied. A step that fails leaves the database at the step before.
 *
 * Foreign keys are off while a step runs, so that it may rebuild a table, and checked before it commits.
 */
export const migrate = (db: Database.Database, steps: readonly Migration[] = migrations): void => {
  if (versionOf(db) >= steps.length) return;
  db.pragma("foreign_keys = OFF");
  try {
    for (const [index, step] of steps.entries()) runStep(db, step, index + 1);
  } finally {
    db.pragma("foreign_keys = ON");
  }
};

export const versionOf = (db: Database.Database): number =>
  db.pragma("user_version", { simple: true }) as number;

const runStep = (db: Database.Database, step: Migration, to: number) => {
  const run = db.transaction(() => {
    // Checked again inside the transaction: a different process may have applied the step in between.
    if (versionOf(db) >= to) return;
    db.exec(step.sql);
    const broken = db.pragma("foreign_key_check") as unknown[];
    if (broken.length > 0) throw new Error(`${broken.length} row(s) would point nowhere`);
    db.pragma(`user_version = ${to}`);
  });
  try {
    run.immediate();
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new Failure(
      "database-migration-failed",
      "The project's database could not be upgraded and was left unchanged. Run `satchel doctor` to check it.",
      { migration: step.name, reason },
    );
  }
};
