import type { Migration } from "./migration.ts";

/**
 * Links between notes. `note` is what a note says about its names and links, with what else is known about the
 * file. `memory_links` finds the memories that are such links by the names at both ends.
 */
export const noteLinks: Migration = {
  name: "note-links",
  sql: `
    alter table workspace_file_facts add column note text;

    create table memory_links (
      memory integer primary key references memories (id) on delete cascade,
      workspace text not null,
      from_key text not null,
      to_key text not null
    ) strict;
    create index memory_links_by_from on memory_links (workspace, from_key);
    create index memory_links_by_to on memory_links (workspace, to_key);
  `,
};
