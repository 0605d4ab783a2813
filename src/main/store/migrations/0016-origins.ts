import type { Migration } from "./migration.ts";

/**
 * Where each memory came from. Rows of older versions were learned by rules or by a model, so they are `agent`. In
 * `memories` it is an index, as the rest. `approved`: the user said that it may stand where it does; its origin
 * stays. `memory_profiles.origins` is a JSON object by key of the document.
 */
export const origins: Migration = {
  name: "origins",
  sql: `
    alter table memories add column origin text not null default 'agent';
    alter table memories add column approved integer not null default 0;
    alter table graph_entities add column origin text not null default 'agent';
    alter table graph_relations add column origin text not null default 'agent';
    alter table procedures add column origin text not null default 'agent';
    alter table memory_profiles add column origins text not null default '{}';
  `,
};
