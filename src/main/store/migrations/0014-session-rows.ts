import type { Migration } from "./migration.ts";

/**
 * Which rows of `session_fts` belong to a session. The column of the full-text table itself is not indexed, so
 * finding them there reads the messages of every conversation.
 */
export const sessionRows: Migration = {
  name: "session-rows",
  sql: `
    create table session_rows (
      row integer primary key,
      session text not null
    ) strict;
    create index session_rows_by_session on session_rows (session);
    insert into session_rows (row, session) select rowid, session from session_fts;
  `,
};
