import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { expect, test } from "vitest";
import { randomFrom } from "../scenario.ts";
import { cutDatabaseLog } from "./cut-power.ts";

test("keeps the part of the log that an unfinished checkpoint is moving", () => {
  const folder = mkdtempSync(join(tmpdir(), "satchel-cut-"));
  const file = join(folder, "index.db");
  const db = new Database(file);
  try {
    db.pragma("journal_mode = WAL");
    db.exec("create table t (id integer primary key, text text)");
    db.pragma("wal_checkpoint(TRUNCATE)");
    const add = db.prepare("insert into t (text) values (?)");
    for (let n = 0; n < 200; n += 1) add.run(`${n} `.repeat(200));
    // All pages are in the database now, and the process stops before the shared index says so.
    db.pragma("wal_checkpoint(PASSIVE)");
    for (let seed = 0; seed < 40; seed += 1) {
      const copy = join(folder, `copy-${seed}.db`);
      for (const ending of ["", "-wal", "-shm"]) copyFileSync(file + ending, copy + ending);
      const shared = readFileSync(`${copy}-shm`);
      expect(shared.readUInt32LE(96)).toBeGreaterThan(0);
      shared.writeUInt32LE(0, 96);
      writeFileSync(`${copy}-shm`, shared);
      cutDatabaseLog(`${copy}-wal`, randomFrom(seed));
      const copied = new Database(copy);
      expect(copied.pragma("integrity_check", { simple: true })).toBe("ok");
      expect(copied.prepare("select count(*) as n from t").get()).toEqual({ n: 200 });
      copied.close();
    }
  } finally {
    db.close();
    rmSync(folder, { recursive: true, force: true });
  }
});
