import type { Migration } from "./migration.ts";

/** How long a model took to begin its answer per token it had to read, measured in real turns. */
export const prefillSpeeds: Migration = {
  name: "prefill-speeds",
  sql: `
    create table prefill_speeds (
      provider text not null,
      model text not null,
      ms_per_token real not null,
      samples integer not null,
      updated_at text not null,
      primary key (provider, model)
    ) strict, without rowid;
  `,
};
