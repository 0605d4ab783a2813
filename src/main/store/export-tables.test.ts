import {
  appendFileSync,
  linkSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { exportTables, restoreTables } from "./export-tables.ts";
import { openStore, type Store } from "./open-store.ts";

const schema = {
  name: "graph",
  sql: `CREATE TABLE nodes (id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, weight REAL, raw BLOB, anything);
    CREATE TABLE edges (a INTEGER NOT NULL REFERENCES nodes(id), b INTEGER NOT NULL REFERENCES nodes(id));
    CREATE TABLE uses (a INTEGER, b TEXT REFERENCES nodes(name), PRIMARY KEY (a, b)) WITHOUT ROWID;
    CREATE TABLE runs (id TEXT PRIMARY KEY, body BLOB)`,
};
const tables = [
  { name: "edges" },
  { name: "nodes" },
  { name: "uses" },
  { name: "runs", appendOnly: true },
  { name: "not-yet" },
];
let folder: string;
let file: string;
let backup: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "satchel-export-"));
  file = join(folder, "index.db");
  backup = join(folder, "backup");
});

const withStore = <T>(work: (store: Store) => T): T => {
  const store = openStore(file, { migrations: [schema] });
  try {
    return work(store);
  } finally {
    store.close();
  }
};
const fill = () =>
  withStore(({ db }) => {
    const node = db.prepare("INSERT INTO nodes VALUES (?, ?, ?, ?, ?)");
    node.run(1, "line\nbreak “quotes” 日本", 1, Buffer.from([0, 255, 10]), 9007199254740993n);
    node.run(7, "b", 0.1, null, 2.0);
    node.run(9, "c", null, Buffer.alloc(0), "text");
    db.prepare("INSERT INTO edges VALUES (1, 7), (7, 9)").run();
    db.prepare("INSERT INTO uses VALUES (1, 'b'), (2, 'c')").run();
    db.prepare("INSERT INTO runs VALUES ('r1', x'01')").run();
  });
/** Every character that some program treats as a line end. */
const otherLineEnds = "a\u2028b\u2029c\u0085d\u000be\rf";

const everything = () =>
  withStore(({ db }) =>
    ["nodes", "edges", "runs", "uses"].map((table) =>
      db
        .prepare(
          `SELECT *, ${table === "uses" ? 1 : "rowid"} AS r, ${table === "nodes" ? "typeof(anything), typeof(weight)" : "1"} FROM ${table}`,
        )
        .safeIntegers(true)
        .all(),
    ),
  );
const lines = (table: string) =>
  readFileSync(join(backup, `${table}.jsonl`), "utf8")
    .trimEnd()
    .split("\n");

it("restores every value unchanged into a new database", async () => {
  fill();
  const before = everything();
  await exportTables(file, backup, tables);
  expect(readdirSync(backup).sort()).toEqual(["edges.jsonl", "nodes.jsonl", "runs.jsonl", "uses.jsonl"]);
  rmSync(file);
  withStore(() => {});
  expect(await restoreTables(file, backup, tables)).toEqual([
    { table: "edges", rows: 2, skipped: 0 },
    { table: "nodes", rows: 3, skipped: 0 },
    { table: "uses", rows: 2, skipped: 0 },
    { table: "runs", rows: 1, skipped: 0 },
  ]);
  expect(everything()).toEqual(before);
});

it("changes nothing when there is no backup, and no row that exists already", async () => {
  fill();
  const before = everything();
  expect(await restoreTables(file, backup, tables)).toEqual([]);
  await exportTables(file, backup, tables);
  expect(await restoreTables(file, backup, tables)).toMatchObject([
    { rows: 0 },
    { rows: 0 },
    { rows: 0 },
    { rows: 0 },
  ]);
  expect(everything()[1]).toHaveLength(2);
  expect(everything()).toEqual(before);
});

it("skips broken lines, unknown columns and rows whose parent is missing", async () => {
  fill();
  await exportTables(file, backup, tables);
  appendFileSync(
    join(backup, "nodes.jsonl"),
    'not json\n{"$rowid":20,"id":20,"name":"d","gone":1}\n{"$rowid":21}\n',
  );
  appendFileSync(join(backup, "uses.jsonl"), '{"a":3,"b":"nobody"}\n');
  appendFileSync(join(backup, "edges.jsonl"), '{"$rowid":30,"a":1,"b":999}\n{"half');
  rmSync(file);
  withStore(() => {});
  expect(await restoreTables(file, backup, tables)).toEqual([
    { table: "edges", rows: 2, skipped: 2 },
    { table: "nodes", rows: 4, skipped: 1 },
    { table: "uses", rows: 2, skipped: 1 },
    { table: "runs", rows: 1, skipped: 0 },
  ]);
});

it.each([
  ["hard link", "", linkSync],
  ["hard link with a half-written line", '{"$rowid":2', linkSync],
  ["link", "", symlinkSync],
])("replaces a backup that is a %s, and leaves the other name as it was", async (_, more, link) => {
  fill();
  await exportTables(file, backup, tables);
  const elsewhere = join(folder, "elsewhere.txt");
  writeFileSync(elsewhere, readFileSync(join(backup, "runs.jsonl"), "utf8") + more);
  const before = readFileSync(elsewhere, "utf8");
  rmSync(join(backup, "runs.jsonl"));
  link(elsewhere, join(backup, "runs.jsonl"));
  withStore(({ db }) => db.prepare("INSERT INTO runs VALUES ('r2', x'02')").run());
  await exportTables(file, backup, tables);
  expect(readFileSync(elsewhere, "utf8")).toBe(before);
  expect(lines("runs")).toHaveLength(2);
});

it("appends to the backup of a table whose rows never change, also after a half-written line", async () => {
  fill();
  await exportTables(file, backup, tables);
  const [first] = lines("runs");
  withStore(({ db }) => db.prepare("INSERT INTO runs VALUES ('r2', x'02')").run());
  appendFileSync(join(backup, "runs.jsonl"), '{"$rowid":2,"id":"r');
  await exportTables(file, backup, tables);
  await exportTables(file, backup, tables);
  expect(lines("runs")).toEqual([first, expect.stringContaining('"r2"')]);
});

it("removes a row from the backup that was purged from the middle of such a table", async () => {
  fill();
  withStore(({ db }) => db.exec("INSERT INTO runs VALUES ('private', x'02'), ('r3', x'03')"));
  await exportTables(file, backup, tables);
  withStore(({ db }) => db.exec("DELETE FROM runs WHERE id = 'private'"));
  await exportTables(file, backup, tables);
  expect(lines("runs")).toEqual([expect.stringContaining('"r1"'), expect.stringContaining('"r3"')]);
});

it("rewrites such a backup when its last row is gone, and rewrites any other backup always", async () => {
  fill();
  await exportTables(file, backup, tables);
  withStore(({ db }) => {
    db.exec("DELETE FROM runs; INSERT INTO runs (rowid, id) VALUES (5, 'r5')");
    db.exec("UPDATE nodes SET anything = 'renamed' WHERE id = 7");
  });
  await exportTables(file, backup, tables);
  expect(lines("runs")).toEqual([expect.stringContaining('"r5"')]);
  expect(lines("nodes")[1]).toContain("renamed");
});

it("keeps the old backup when the new one cannot be written", async () => {
  fill();
  writeFileSync(backup, "a file where the folder should be");
  await expect(exportTables(file, backup, tables)).rejects.toMatchObject({ code: "EEXIST" });
  expect(readFileSync(backup, "utf8")).toBe("a file where the folder should be");
});

it("restores rows whose text has line ends other than the line feed", async () => {
  withStore(({ db }) => db.prepare("INSERT INTO nodes (id, name) VALUES (1, ?)").run(otherLineEnds));
  await exportTables(file, backup, tables);
  rmSync(file);
  withStore(() => {});
  const restored = await restoreTables(file, backup, tables);
  expect(restored.find(({ table }) => table === "nodes")).toEqual({ table: "nodes", rows: 1, skipped: 0 });
  expect(withStore(({ db }) => db.prepare("SELECT name FROM nodes").pluck().get())).toBe(otherLineEnds);
});
