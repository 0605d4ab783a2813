import type { Migration } from "./migration.ts";

/**
 * Every call of a model. `run` names the run that shows what was sent for an answer; other calls have their
 * messages and the reply in `body`, compressed to `bytes`.
 */
export const modelCalls: Migration = {
  name: "model-calls",
  sql: `
    create table model_calls (
      seq integer primary key autoincrement,
      id text not null unique,
      at text not null,
      purpose text not null,
      agent text not null,
      session text,
      run text,
      provider text not null,
      model text not null,
      local integer not null,
      input integer,
      cached integer,
      output integer,
      cost real,
      ms integer not null,
      outcome text not null,
      bytes integer not null,
      body blob
    ) strict;
    create index model_calls_by_session on model_calls (session, seq);
    create index model_calls_bytes on model_calls (bytes);
  `,
};
