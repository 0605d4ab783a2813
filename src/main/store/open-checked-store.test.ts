import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { beforeEach, describe, expect, it } from "vitest";
import { openCheckedStore } from "./open-checked-store.ts";
import { openStore } from "./open-store.ts";

const notes = { name: "notes", sql: "CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL)" };
const options = {
  migrations: [notes],
  now: () => new Date("2026-11-16T01:02:03.004Z"),
  /** Makes every database large enough for the worker. */
  bytesOnMain: 0,
};

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "satchel-store-"));
  mkdirSync(join(folder, ".satchel"));
  file = join(folder, ".satchel", "index.db");
});

const fill = () => {
  const store = openStore(file, options);
  const insert = store.db.prepare("INSERT INTO notes (text) VALUES (?)");
  store.transact(() => {
    for (let n = 0; n < 2000; n += 1) insert.run(`note ${n} `.repeat(20));
  });
  store.close();
};
const overwriteMiddle = () => {
  const bytes = readFileSync(file);
  bytes.fill(0xa5, Math.floor(bytes.length / 2), Math.floor(bytes.length / 2) + 9000);
  writeFileSync(file, bytes);
};
const rows = (store: Awaited<ReturnType<typeof openCheckedStore>>) =>
  store.db.prepare("SELECT count(*) FROM notes").pluck().get();

describe("a database that is checked in a worker", () => {
  it("opens when it is sound, and does not block the thread meanwhile", async () => {
    fill();
    let turns = 0;
    const turn = () => {
      turns++;
      timer = setImmediate(turn);
    };
    let timer = setImmediate(turn);
    const store = await openCheckedStore(file, options);
    clearImmediate(timer);
    expect(turns).toBeGreaterThan(0);
    expect(store).toMatchObject({ created: false, recovered: null });
    expect(rows(store)).toBe(2000);
    store.close();
    expect(readdirSync(join(folder, ".satchel"))).toEqual(["index.db"]);
  });

  it("is not checked again by the thread that opens it", async () => {
    fill();
    overwriteMiddle();
    // Opening trusts the worker's verdict that the database is sound.
    const store = openStore(file, { ...options, damage: null });
    expect(store.recovered).toBeNull();
    store.close();
  });

  it.each([
    ["bytes overwritten in the middle", overwriteMiddle],
    ["half of the file missing", () => truncateSync(file, Math.floor(statSync(file).size / 2))],
    ["an intact header before garbage", () => writeFileSync(file, readFileSync(file).fill(0x5a, 100))],
    ["a file that never was a database", () => writeFileSync(file, "A letter to my aunt.\n".repeat(500))],
  ])("is set aside, kept to the byte and rebuilt: %s", async (_, inflict) => {
    fill();
    inflict();
    const damaged = readFileSync(file);
    const store = await openCheckedStore(file, options);
    const target = `${file}.corrupt-20261116T010203004Z`;
    expect(store.recovered).toEqual({ setAside: target });
    expect(rows(store)).toBe(0);
    store.close();
    expect(readFileSync(target).equals(damaged)).toBe(true);
  });

  it("keeps what is still in its write-ahead log", async () => {
    fill();
    const holder = new Database(file);
    holder.pragma("wal_autocheckpoint = 0");
    holder.exec("INSERT INTO notes (text) VALUES ('in the log')");
    const store = await openCheckedStore(file, options);
    expect(rows(store)).toBe(2001);
    store.close();
    holder.close();
  });

  it("is refused when its version is newer, with every byte unchanged", async () => {
    fill();
    const db = new Database(file);
    db.pragma("user_version = 99");
    db.close();
    const before = readFileSync(file);
    await expect(openCheckedStore(file, options)).rejects.toMatchObject({ code: "database-newer" });
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(join(folder, ".satchel"))).toEqual(["index.db"]);
  });

  it("is created when it does not exist", async () => {
    const store = await openCheckedStore(file, options);
    expect(store).toMatchObject({ created: true, recovered: null });
    store.close();
  });
});
