import type { Migration } from "./migration.ts";

/**
 * What mattered for answers. `influence_results`: what moved the answer of a run, as estimated by one judge.
 * `influence_samples`: of each file that was in such an estimate, whether it moved the answer. `influence_sources`:
 * how often a source was sent, and `influence_runs` which runs are in that. None of them has words of a text.
 */
export const influence: Migration = {
  name: "influence",
  sql: `
    create table influence_results (
      run text not null,
      judge text not null,
      at text not null,
      result text not null,
      primary key (run, judge)
    ) strict;
    create table influence_samples (
      run text not null,
      judge text not null,
      agent text not null,
      source text not null,
      moved integer not null,
      primary key (run, judge, source)
    ) strict, without rowid;
    create index influence_samples_by_source on influence_samples (agent, source);
    create table influence_runs (
      run text primary key,
      at text not null
    ) strict;
    create table influence_sources (
      agent text not null,
      source text not null,
      layer text not null,
      title text not null,
      times integer not null,
      tokens integer not null,
      estimated integer not null,
      compared integer not null,
      quoted integer not null,
      last_at text not null,
      last_tokens integer not null,
      primary key (agent, source)
    ) strict, without rowid;
  `,
};
