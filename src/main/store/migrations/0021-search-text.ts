import type { Migration } from "./migration.ts";

/**
 * The language that was guessed for a memory; null for English, and where nothing tells. Rows of earlier versions
 * are read again in the background, because the marks of their sources have an older format; until then they are
 * found as before.
 */
export const searchText: Migration = {
  name: "search-text",
  sql: `
    alter table memories add column language text;
    create index memories_by_language on memories (workspace, language) where language is not null;
  `,
};
