import type { Migration } from "./migration.ts";

/**
 * What happens to memories, as far as no file records it. `memory` is the id of a memory, wherever it is
 * stored; `workspace` the project-relative folder whose agents share the knowledge. Times are ISO 8601, UTC.
 *
 * `graph_entities.key` and `procedures.key` are names as they are compared (see memory/loose-name.ts).
 * `learned.items` records what one reading of a conversation wrote, in enough detail to undo it.
 * `offered_messages` are those that were offered to memory before they left the history.
 */
export const memoryLife: Migration = {
  name: "memory-life",
  sql: `
    create table recall_events (
      seq integer primary key,
      agent text not null,
      memory text not null,
      query text not null,
      score real not null,
      at text not null
    ) strict;
    create index recall_events_by_memory on recall_events (agent, memory);
    create index recall_events_by_time on recall_events (agent, at);

    create table dream_promotions (
      seq integer primary key,
      agent text not null,
      memory text not null,
      fact text not null,
      score real not null,
      hits integer not null,
      days integer not null,
      at text not null,
      sweep text not null,
      unique (agent, memory)
    ) strict;
    create index dream_promotions_by_sweep on dream_promotions (sweep);

    create table memory_profiles (
      user text primary key,
      document text not null,
      updated_at text not null
    ) strict;

    create table graph_entities (
      id text primary key,
      workspace text not null,
      key text not null,
      name text not null,
      type text not null,
      strength real not null,
      created_at text not null,
      used_at text not null,
      unique (workspace, key)
    ) strict;

    create table graph_relations (
      id text primary key,
      source text not null references graph_entities (id) on delete cascade,
      type text not null,
      target text not null references graph_entities (id) on delete cascade,
      confidence real not null,
      strength real not null,
      created_at text not null,
      used_at text not null,
      unique (source, type, target)
    ) strict;
    create index graph_relations_by_target on graph_relations (target);

    create table procedures (
      id text primary key,
      workspace text not null,
      key text not null,
      name text not null,
      steps text not null,
      strength real not null,
      uses integer not null,
      created_at text not null,
      used_at text not null,
      unique (workspace, key)
    ) strict;

    create table learned (
      seq integer primary key,
      id text not null unique,
      at text not null,
      agent text not null,
      session text not null,
      by text not null,
      items text not null,
      usage text,
      undone_at text
    ) strict;
    create index learned_by_session on learned (session, seq);

    create table offered_messages (
      session text not null,
      message text not null,
      primary key (session, message)
    ) strict, without rowid;
  `,
};
