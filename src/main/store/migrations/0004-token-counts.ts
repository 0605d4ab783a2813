import type { Migration } from "./migration.ts";

/**
 * Counts and cut offsets by the hash of the counted text, so that they are valid for any file with that text,
 * and how providers' usage compares with our counts.
 */
export const tokenCounts: Migration = {
  name: "token-counts",
  sql: `
    create table token_counts (
      seq integer primary key autoincrement,
      content_sha256 text not null,
      encoding text not null,
      tokens integer not null,
      exact integer not null,
      unique (content_sha256, encoding)
    ) strict;

    create table token_cuts (
      count integer not null references token_counts (seq) on delete cascade,
      limit_tokens integer not null,
      cut integer not null,
      primary key (count, limit_tokens)
    ) strict, without rowid;

    create table token_calibrations (
      model text primary key,
      ratio real not null,
      samples integer not null,
      updated_at text not null
    ) strict, without rowid;
  `,
};
