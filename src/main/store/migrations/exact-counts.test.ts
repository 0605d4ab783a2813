import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openStore } from "../open-store.ts";
import { migrations } from "./index.ts";

it("marks counts that are already stored by the encoding they were made with", () => {
  const file = join(mkdtempSync(join(tmpdir(), "satchel-store-")), "index.db");
  const before = openStore(file, { migrations: migrations.slice(0, 8) });
  for (const [path, encoding] of [
    ["a.md", "o200k_base"],
    ["b.md", "claude-estimate"],
    ["c.md", "estimate"],
  ]) {
    before.db
      .prepare("INSERT INTO workspace_files VALUES (?, '', 1, 100, '[]', 1, ?, '')")
      .run(path, encoding);
    before.db
      .prepare("INSERT INTO workspace_file_facts VALUES (?, 'base', ?, 1, 1, '', 1, NULL, '[]')")
      .run(path, path);
  }
  before.close();
  const after = openStore(file);
  const marks = after.db.prepare("SELECT exact FROM workspace_file_facts ORDER BY path").pluck().all();
  after.close();
  expect(marks).toEqual([1, 0, 0]);
});
