import { spawn } from "node:child_process";
import { once } from "node:events";
import nodeFs, {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from "node:fs";
import { syncBuiltinESMExports } from "node:module";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import Database from "better-sqlite3";
import { beforeEach, describe, expect, it, vi } from "vitest";
import { checkDatabase } from "./check-database.ts";
import { openReadStore } from "./open-read-store.ts";
import { openStore } from "./open-store.ts";

const notes = {
  name: "notes",
  sql: "CREATE TABLE notes (id INTEGER PRIMARY KEY, text TEXT NOT NULL); CREATE VIRTUAL TABLE notes_fts USING fts5(text)",
};
const options = { migrations: [notes], now: () => new Date("2026-11-16T01:02:03.004Z") };

let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "satchel-store-"));
  file = join(folder, ".satchel", "index.db");
});

const fill = (rows = 2000) => {
  const store = openStore(file, options);
  const insert = store.db.prepare("INSERT INTO notes (text) VALUES (?)");
  store.transact(() => {
    for (let n = 0; n < rows; n += 1) insert.run(`note ${n} `.repeat(20));
  });
  store.close();
};
const countOf = (path = file) => {
  const store = openReadStore(path);
  try {
    return (store.db.prepare("SELECT count(*) AS n FROM notes").get() as { n: number }).n;
  } finally {
    store.close();
  }
};
const setAsideNames = () =>
  readdirSync(join(folder, ".satchel")).filter((name) => name.includes(".corrupt-"));
const failureOf = (work: () => unknown) => {
  try {
    work();
  } catch (error) {
    return error as { code?: string; message: string; detail?: unknown };
  }
  return null;
};

describe("opening", () => {
  it("opens with WAL, foreign keys, an untrusted schema, FTS5 and sqlite-vec", () => {
    const store = openStore(file, options);
    const pragma = (name: string) => store.db.pragma(name, { simple: true });
    expect(pragma("journal_mode")).toBe("wal");
    expect(pragma("foreign_keys")).toBe(1);
    expect(pragma("trusted_schema")).toBe(0);
    expect(pragma("synchronous")).toBe(1);
    expect(store.db.prepare("SELECT vec_version() AS v").get()).toMatchObject({ v: expect.any(String) });
    expect(store).toMatchObject({ created: true, recovered: null });
    store.close();
  });

  it("leaves one file after closing: the write-ahead log is merged into the database", () => {
    fill();
    expect(readdirSync(join(folder, ".satchel"))).toEqual(["index.db"]);
    expect(countOf()).toBe(2000);
  });

  it("refuses a database from a newer version and leaves every byte unchanged", () => {
    fill();
    const db = new Database(file);
    db.pragma("user_version = 99");
    db.close();
    const before = readFileSync(file);
    expect(failureOf(() => openStore(file, options))).toMatchObject({
      code: "database-newer",
      detail: { version: 99, known: 1 },
    });
    expect(readFileSync(file).equals(before)).toBe(true);
    expect(readdirSync(join(folder, ".satchel"))).toEqual(["index.db"]);
  });

  it("refuses a newer database whose version is still in its write-ahead log", () => {
    mkdirSync(join(folder, ".satchel"));
    const db = new Database(file);
    db.exec("PRAGMA journal_mode = WAL; CREATE TABLE a (b); PRAGMA wal_checkpoint; PRAGMA user_version = 7");
    const before = readFileSync(`${file}-wal`);
    expect(failureOf(() => openStore(file, options))).toMatchObject({ code: "database-newer" });
    expect(readFileSync(`${file}-wal`).equals(before)).toBe(true);
    db.close();
  });

  it("reports that a database is locked instead of setting it aside", () => {
    mkdirSync(join(folder, ".satchel"));
    const holder = new Database(file);
    holder.exec("CREATE TABLE held (a); BEGIN EXCLUSIVE");
    const failure = failureOf(() => openStore(file, { ...options, timeout: 50 }));
    expect(failure).toMatchObject({ code: "database-locked" });
    holder.close();
    expect(setAsideNames()).toEqual([]);
  });

  it("reports that the database cannot be created in its place", () => {
    writeFileSync(join(folder, ".satchel"), "a file, not a folder");
    expect(failureOf(() => openStore(file, options))).toMatchObject({ code: "database-unavailable" });
    expect(readFileSync(join(folder, ".satchel"), "utf8")).toBe("a file, not a folder");
  });
});

describe("a damaged database", () => {
  const damages: Record<string, () => void> = {
    "bytes overwritten in the middle": () => {
      const bytes = readFileSync(file);
      bytes.fill(0xa5, Math.floor(bytes.length / 2), Math.floor(bytes.length / 2) + 9000);
      writeFileSync(file, bytes);
    },
    "half of the file missing": () => truncateSync(file, Math.floor(statSync(file).size / 2)),
    "all but the first hundred bytes missing": () => truncateSync(file, 100),
    "a file that never was a database": () =>
      writeFileSync(file, "This is a letter to my aunt.\n".repeat(500)),
    "one byte": () => writeFileSync(file, "x"),
    "an intact header before garbage": () => {
      const bytes = readFileSync(file);
      bytes.fill(0x5a, 100);
      writeFileSync(file, bytes);
    },
  };

  for (const [damage, inflict] of Object.entries(damages)) {
    it(`is set aside unchanged and rebuilt: ${damage}`, () => {
      fill();
      inflict();
      const damaged = readFileSync(file);
      const store = openStore(file, options);
      const target = `${file}.corrupt-20261116T010203004Z`;
      expect(store.recovered).toEqual({ setAside: target });
      expect(store.created).toBe(true);
      store.db.prepare("INSERT INTO notes (text) VALUES ('new')").run();
      store.close();
      expect(readFileSync(target).equals(damaged)).toBe(true);
      expect(countOf()).toBe(1);
    });
  }

  it("treats an empty file as a new database", () => {
    mkdirSync(join(folder, ".satchel"));
    writeFileSync(file, "");
    const store = openStore(file, options);
    expect(store).toMatchObject({ created: true, recovered: null });
    store.close();
  });

  it("keeps the write-ahead log of a database that was emptied", () => {
    mkdirSync(join(folder, ".satchel"));
    writeFileSync(file, "");
    writeFileSync(`${file}-wal`, "what was written last");
    const store = openStore(file, options);
    store.close();
    expect(readFileSync(`${store.recovered?.setAside}-wal`, "utf8")).toBe("what was written last");
  });

  it("never overwrites a database that was set aside in the same millisecond", () => {
    for (const text of ["first", "second"]) {
      mkdirSync(join(folder, ".satchel"), { recursive: true });
      writeFileSync(file, text.repeat(100));
      openStore(file, options).close();
    }
    expect(
      setAsideNames().map((name) => readFileSync(join(folder, ".satchel", name), "utf8").slice(0, 5)),
    ).toEqual(["first", "secon"]);
  });
});

describe("migrations", () => {
  const bad = { name: "bad", sql: "CREATE TABLE half (a); INSERT INTO nowhere VALUES (1)" };

  it("roll back completely when a step fails midway, and can be tried again", () => {
    fill(3);
    expect(failureOf(() => openStore(file, { migrations: [notes, bad] }))).toMatchObject({
      code: "database-migration-failed",
      detail: { migration: "bad" },
    });
    const store = openStore(file, { migrations: [notes, { name: "good", sql: "CREATE TABLE half (b)" }] });
    expect(store.db.pragma("user_version", { simple: true })).toBe(2);
    expect(store.db.prepare("SELECT count(*) AS n FROM notes").get()).toEqual({ n: 3 });
    store.close();
  });

  it("refuse a step that leaves rows without their parent", () => {
    const parents = {
      name: "parents",
      sql: "CREATE TABLE p (id INTEGER PRIMARY KEY); CREATE TABLE c (p REFERENCES p); INSERT INTO p VALUES (1); INSERT INTO c VALUES (1)",
    };
    openStore(file, { migrations: [parents] }).close();
    const drop = { name: "drop", sql: "DELETE FROM p" };
    expect(failureOf(() => openStore(file, { migrations: [parents, drop] }))).toMatchObject({
      code: "database-migration-failed",
    });
    const store = openStore(file, { migrations: [parents] });
    expect(store.db.prepare("SELECT count(*) AS n FROM p").get()).toEqual({ n: 1 });
    store.close();
  });
});

describe("using it", () => {
  it("undoes a transaction whose work throws", () => {
    fill(1);
    const store = openStore(file, options);
    expect(() =>
      store.transact(() => {
        store.db.prepare("DELETE FROM notes").run();
        throw new Error("no");
      }),
    ).toThrow("no");
    expect(store.db.prepare("SELECT count(*) AS n FROM notes").get()).toEqual({ n: 1 });
    store.close();
  });

  it("gives workers a connection that cannot write", () => {
    fill(1);
    const reader = openReadStore(file);
    expect(() => reader.db.prepare("DELETE FROM notes").run()).toThrow(/readonly/);
    reader.close();
  });

  it("reports damage when it is checked thoroughly", () => {
    fill();
    const bytes = readFileSync(file);
    bytes.fill(0xa5, 20_000, 60_000);
    writeFileSync(file, bytes);
    expect(checkDatabase(file)).toMatchObject({ ok: false, detail: expect.stringContaining("damaged") });
  });
});

it("contains all of a transaction or none of it after the process is killed", async () => {
  fill(0);
  const script = `
    import { openStore } from ${JSON.stringify(new URL("./open-store.ts", import.meta.url).href)};
    const store = openStore(${JSON.stringify(file)}, ${JSON.stringify({ migrations: [notes] })});
    const insert = store.db.prepare("INSERT INTO notes (text) VALUES (?)");
    process.stdout.write("ready\\n");
    for (;;) store.transact(() => { for (let n = 0; n < 100; n++) insert.run("x".repeat(500)); });
  `;
  for (const wait of [5, 20, 45]) {
    const child = spawn(process.execPath, ["--input-type=module", "-e", script], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    await once(child.stdout, "data");
    await new Promise((resolve) => setTimeout(resolve, wait));
    child.kill("SIGKILL");
    await once(child, "exit");
    const store = openStore(file, options);
    expect(store.recovered).toBeNull();
    const { n } = store.db.prepare("SELECT count(*) AS n FROM notes").get() as { n: number };
    expect(n % 100).toBe(0);
    store.close();
  }
  expect(existsSync(`${file}-wal`)).toBe(false);
  expect(countOf()).toBeGreaterThan(0);
});

it.skipIf(process.platform === "win32")("makes the database and its log readable by the user alone", () => {
  const folder = mkdtempSync(join(tmpdir(), "satchel-mode-"));
  const store = openStore(join(folder, "index.db"));
  store.db.exec("create table t (a)");
  for (const name of ["index.db", "index.db-wal"]) {
    expect(statSync(join(folder, name)).mode & 0o777).toBe(0o600);
  }
  store.close();
  rmSync(folder, { recursive: true, force: true });
});

it.each(["SQLITE_FULL", "SQLITE_IOERR"])(
  "closes on a disk that fails (%s), and keeps what was committed",
  (code) => {
    const store = openStore(file, options);
    store.transact(() => store.db.prepare("INSERT INTO notes (text) VALUES ('kept')").run());
    vi.spyOn(store.db, "pragma").mockImplementation(() => {
      throw new Database.SqliteError("the disk failed", code);
    });
    store.close();
    expect(store.db.open).toBe(false);
    expect(countOf()).toBe(1);
  },
);

it("syncs the folder of a new database before its log exists", () => {
  const synced: string[] = [];
  const { openSync, fsyncSync } = nodeFs;
  let last = "";
  nodeFs.openSync = (...args) => {
    last = String(args[0]);
    return openSync(...args);
  };
  nodeFs.fsyncSync = (handle) => {
    synced.push(existsSync(`${file}-wal`) ? "after its log" : last);
    fsyncSync(handle);
  };
  syncBuiltinESMExports();
  try {
    openStore(file).close();
    expect(synced).toEqual([dirname(file)]);
    // One that exists has its name already.
    openStore(file).close();
    expect(synced).toEqual([dirname(file)]);
  } finally {
    Object.assign(nodeFs, { openSync, fsyncSync });
    syncBuiltinESMExports();
  }
});
