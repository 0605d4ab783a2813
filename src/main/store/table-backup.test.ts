import { mkdtempSync, readFileSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import { silentLog } from "../base/log.ts";
import { openStore } from "./open-store.ts";
import { openTableBackup } from "./table-backup.ts";

const migrations = [{ name: "facts", sql: "CREATE TABLE facts (id INTEGER PRIMARY KEY, text TEXT)" }];
const tables = [{ name: "facts" }];
let file: string;
let kept: string;
beforeEach(() => {
  const folder = mkdtempSync(join(tmpdir(), "satchel-backup-"));
  file = join(folder, "index.db");
  kept = join(folder, "backup", "facts.jsonl");
});

const open = async () => {
  const store = openStore(file, { migrations });
  const backup = await openTableBackup(store, silentLog, { tables });
  const close = async () => {
    await backup.close();
    store.close();
  };
  const texts = () => store.db.prepare("SELECT text FROM facts").pluck().all();
  return { store, backup, close, texts };
};

it("restores the tables when the database was deleted", async () => {
  const first = await open();
  first.store.db.exec("INSERT INTO facts (text) VALUES ('kept')");
  await first.close();
  rmSync(file);
  const second = await open();
  expect(second.texts()).toEqual(["kept"]);
  await second.close();
});

it("does not restore what the user removed", async () => {
  const first = await open();
  first.store.db.exec("INSERT INTO facts (text) VALUES ('private')");
  await first.backup.save();
  first.store.db.exec("DELETE FROM facts");
  // As if the process had been killed: the backup still has the row.
  first.store.close();
  const second = await open();
  expect(second.texts()).toEqual([]);
  await second.close();
});

it("restores them at the next opening when the first restore was interrupted", async () => {
  const first = await open();
  first.store.db.exec("INSERT INTO facts (text) VALUES ('kept')");
  await first.close();
  rmSync(file);
  openStore(file, { migrations }).close();
  const second = await open();
  expect(second.texts()).toEqual(["kept"]);
  await second.close();
  expect(readFileSync(kept, "utf8")).toContain("kept");
});

it("writes nothing when nothing changed", async () => {
  const first = await open();
  first.store.db.exec("INSERT INTO facts (text) VALUES ('a')");
  await first.close();
  const before = statSync(kept, { bigint: true });
  const second = await open();
  await second.close();
  expect(statSync(kept, { bigint: true }).ino).toBe(before.ino);
});

it("lets others write while it restores, and notes what it added all the same", async () => {
  const first = await open();
  const insert = first.store.db.prepare("INSERT INTO facts (text) VALUES (?)");
  first.store.transact(() => {
    for (let n = 0; n < 3000; n += 1) insert.run(`fact ${n}`);
  });
  await first.close();
  const { store, backup, close, texts } = await open();
  store.db.exec("DELETE FROM facts");
  // A lock would be an error at once instead of a wait.
  store.db.pragma("busy_timeout = 0");
  let written = 0;
  const write = () =>
    store.db.prepare("INSERT INTO facts (id, text) VALUES (?, 'new')").run(10_000 + ++written);
  write();
  const state = { isOver: false };
  const restoring = backup.restore(null).finally(() => (state.isOver = true));
  while (!state.isOver) {
    write();
    await new Promise((done) => setImmediate(done));
  }
  const { restored, undo } = await restoring;
  expect(restored).toEqual([{ table: "facts", rows: 3000, skipped: 0 }]);
  expect(texts()).toHaveLength(3000 + written);
  expect(await backup.undoRestore(undo ?? "")).toEqual({ removed: 3000, kept: 0 });
  expect(new Set(texts())).toEqual(new Set(["new"]));
  expect(texts()).toHaveLength(written);
  await close();
});
