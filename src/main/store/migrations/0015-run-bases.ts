import type { Migration } from "./migration.ts";

/**
 * Successive runs of a conversation are nearly the same. `base` is the text (in `run_texts`) that a run's body is
 * packed against; null for a body that stands on its own.
 */
export const runBases: Migration = {
  name: "run-bases",
  sql: "alter table runs add column base blob;",
};
