import type { Migration } from "./migration.ts";

/**
 * `workspace_files` has one row per text file that can take part in a prompt. What only the indexer needs (to
 * know without reading that a file is unchanged) is in a second table, also for files without a row in the
 * first.
 */
export const workspaceFiles: Migration = {
  name: "workspace-files",
  sql: `
    CREATE TABLE workspace_files (
      path TEXT PRIMARY KEY,
      content_sha256 TEXT NOT NULL,
      bytes INTEGER NOT NULL,
      priority INTEGER NOT NULL,
      tags TEXT NOT NULL,
      token_count INTEGER NOT NULL,
      token_encoding TEXT NOT NULL,
      updated_at TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE workspace_file_facts (
      path TEXT PRIMARY KEY,
      layer TEXT NOT NULL,
      real_path TEXT NOT NULL,
      bytes INTEGER NOT NULL,
      modified_ms REAL NOT NULL,
      content_sha256 TEXT NOT NULL,
      chars INTEGER NOT NULL,
      own_priority INTEGER,
      warnings TEXT NOT NULL
    ) STRICT, WITHOUT ROWID;
  `,
};
