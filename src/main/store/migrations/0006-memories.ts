import type { Migration } from "./migration.ts";

/**
 * What can be recalled, one row per memory. Rows are an index: they come from files, sessions and the tables
 * of the graph and of procedures, and are created again when the database is. `uid` is derived from a
 * memory's source and its text, so that signals and pins still refer to it afterwards; `id` is never reused,
 * so that readers can find new rows by number.
 *
 * `body` is the text as it is searched, where that differs from the text itself; `around` the neighbours of a
 * line or message; `detail` headings and date as words. Triggers keep the full-text index up to date. `state`
 * shows whether anything but the text changed (place, neighbours).
 *
 * Vectors are 8-bit integers after one float for the scale. Vectors of an old model stay in use until the new
 * one has embedded everything.
 */
export const memories: Migration = {
  name: "memories",
  sql: `
    create table memories (
      id integer primary key autoincrement,
      uid text not null unique,
      tier text not null,
      workspace text not null,
      agent text,
      source text not null,
      item text,
      ordinal integer not null,
      line_from integer,
      line_to integer,
      heading text not null,
      kind text,
      date text not null,
      text text not null,
      body text,
      around text not null,
      detail text not null,
      state text not null,
      created_at text not null,
      updated_at text not null
    ) strict;
    create index memories_by_source on memories (source, ordinal);
    create index memories_by_place on memories (workspace, tier, date);

    create view memory_texts as select id, coalesce(body, text) as body, around, detail from memories;
    create virtual table memory_fts using fts5(
      body, around, detail,
      content = 'memory_texts', content_rowid = 'id', tokenize = 'porter unicode61'
    );
    insert into memory_fts (memory_fts, rank) values ('secure-delete', 1);
    create trigger memories_added after insert on memories begin
      insert into memory_fts (rowid, body, around, detail)
      values (new.id, coalesce(new.body, new.text), new.around, new.detail);
    end;
    create trigger memories_removed after delete on memories begin
      insert into memory_fts (memory_fts, rowid, body, around, detail)
      values ('delete', old.id, coalesce(old.body, old.text), old.around, old.detail);
    end;
    create trigger memories_changed after update of text, body, around, detail on memories begin
      insert into memory_fts (memory_fts, rowid, body, around, detail)
      values ('delete', old.id, coalesce(old.body, old.text), old.around, old.detail);
      insert into memory_fts (rowid, body, around, detail)
      values (new.id, coalesce(new.body, new.text), new.around, new.detail);
    end;

    create table memory_sources (
      source text primary key,
      workspace text not null,
      mark text not null,
      indexed_at text not null
    ) strict, without rowid;

    create table memory_pins (
      uid text primary key,
      at text not null
    ) strict, without rowid;

    create table vector_models (
      model text primary key,
      dimension integer not null
    ) strict, without rowid;

    create table memory_vectors (
      id integer primary key autoincrement,
      memory integer not null references memories (id) on delete cascade,
      model text not null references vector_models (model),
      vector blob not null,
      unique (memory, model)
    ) strict;
    create index memory_vectors_by_model on memory_vectors (model, id);
  `,
};
