import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { backedUpTables } from "./backed-up-tables.ts";
import { openStore } from "./open-store.ts";

/** Built again from files, or counted again. `model_calls` is a log (decision 27). */
const DERIVED = [
  "document_texts",
  "memories",
  "memory_fts",
  "memory_links",
  "memory_sources",
  "memory_vectors",
  "model_calls",
  "session_fts",
  "session_logs",
  "session_rows",
  "token_counts",
  "token_cut_tables",
  "token_cuts",
  "vector_models",
  "workspace_file_facts",
  "workspace_files",
];

it("R22: every table of the database is backed up, or is derived from what is", () => {
  const store = openStore(join(mkdtempSync(join(tmpdir(), "satchel-tables-")), "index.db"));
  const all = store.db
    .prepare<[], { name: string; sql: string }>("select name, sql from sqlite_schema where type = 'table'")
    .all()
    .filter(({ name }) => !name.startsWith("sqlite_"));
  const indexes = all.filter(({ sql }) => /^create virtual/i.test(sql)).map(({ name }) => `${name}_`);
  const own = all.map(({ name }) => name).filter((name) => !indexes.some((index) => name.startsWith(index)));
  expect(own.toSorted()).toEqual([...backedUpTables.map(({ name }) => name), ...DERIVED].toSorted());
  store.close();
});
