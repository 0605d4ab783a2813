import type { Migration } from "./migration.ts";

/**
 * All cuts of a text in one row, as 32-bit offsets in the machine's byte order. They are derived, so they may
 * be lost.
 */
export const tokenCutTables: Migration = {
  name: "token-cut-tables",
  sql: `
    create table token_cut_tables (
      count integer primary key references token_counts (seq) on delete cascade,
      cuts blob not null
    ) strict;
    -- Rows that were once kept one by one for every limit.
    delete from token_cuts;
  `,
};
