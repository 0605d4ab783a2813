import type { Migration } from "./migration.ts";

/**
 * Stored runs. The text of a message is stored once, however many runs sent it: `run_texts` by the hash of
 * the text, `run_text_uses` which run needs which text. `bytes` is the compressed size; it has its own
 * indexes, so that sums read no row with a blob in it.
 */
export const runs: Migration = {
  name: "runs",
  sql: `
    create table runs (
      seq integer primary key autoincrement,
      id text not null unique,
      at text not null,
      agent text not null,
      session text,
      profile text not null,
      model text,
      used integer not null,
      window integer not null,
      snapshot text,
      bytes integer not null,
      body blob not null
    ) strict;
    create index runs_by_session on runs (session, seq);
    create index runs_by_agent on runs (agent, seq);
    create index runs_with_snapshot on runs (seq) where snapshot is not null;
    create index runs_bytes on runs (bytes);

    create table run_texts (
      sha256 blob primary key,
      bytes integer not null,
      body blob not null
    ) strict;
    create index run_texts_bytes on run_texts (bytes);

    create table run_text_uses (
      run integer not null references runs (seq) on delete cascade,
      sha256 blob not null references run_texts (sha256),
      primary key (run, sha256)
    ) strict, without rowid;
    create index run_text_uses_by_text on run_text_uses (sha256);
  `,
};
