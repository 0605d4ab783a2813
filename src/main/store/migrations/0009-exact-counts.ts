import type { Migration } from "./migration.ts";

/** Whether a file's stored count is exact in its encoding or an estimate. */
export const exactCounts: Migration = {
  name: "exact-counts",
  sql: `
    ALTER TABLE workspace_file_facts ADD COLUMN exact INTEGER NOT NULL DEFAULT 1;
    UPDATE workspace_file_facts SET exact = 0
     WHERE path IN (SELECT path FROM workspace_files WHERE token_encoding LIKE '%estimate');
  `,
};
