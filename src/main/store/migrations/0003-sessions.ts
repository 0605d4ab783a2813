import type { Migration } from "./migration.ts";

/** Full-text search over sessions; `mark` is the size and time of the session log that was read. */
export const sessions: Migration = {
  name: "sessions",
  sql: `
    create table session_logs (
      session text primary key,
      mark text not null,
      messages integer not null
    ) strict;
    create virtual table session_fts using fts5(
      session unindexed,
      message unindexed,
      timestamp unindexed,
      text,
      tokenize = 'porter unicode61'
    );
  `,
};
