import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { basename, join, relative, resolve } from "node:path";
import { brotliDecompressSync, gunzipSync, inflateSync, zstdDecompressSync } from "node:zlib";
import Database from "better-sqlite3";
import { unzipSync } from "fflate";
import type { Client } from "../../src/shared/contract/index.ts";
import { connectCore } from "./call-core.ts";

const asked = process.env["SATCHEL_PLANT"];

/**
 * With `SATCHEL_PLANT=1` two secrets are in every test, and are looked for in everything that the run leaves: in files,
 * databases, exports, what the server prints and sends to the window, and what a killed server leaves. `whole`: the run
 * fails, too, when it saw nothing of some kind.
 */
export const isPlanting = asked === "1" || asked === "whole";
export const mustSeeAll = asked === "whole";

/** The key of the model server: sent with each request, and to be found nowhere but in the file of keys. */
export const PLANTED = isPlanting ? "sk-planted-7f3c9e51b2d84a06" : null;
/** In `.env` files of the project, which no test opens. */
const PLANTED_IN_FILE = "planted-env-51c0ffee9d7e42";
const ENV_FILES = [".env", "workspace/.env"];
export const SECRETS = [PLANTED ?? "", PLANTED_IN_FILE] as const;

/** Where the user's keys are. */
const VAULT = join("data", "keys.json");
const TALLIES = resolve(import.meta.dirname, "..", ".artifacts", "planted");

/** What was looked through, by kind. */
export const KINDS = [
  "servers",
  "requests with the key",
  "files",
  "database cells",
  "kept versions",
  "objects of histories",
  "backups",
  "conversations",
  "runs",
  "exports",
  "logged requests",
  "frames to the window",
  "pages",
  "printed characters",
  "killed servers",
] as const;
export type Seen = Partial<Record<(typeof KINDS)[number], number>>;

export const plantFiles = (folder: string): void => {
  for (const path of ENV_FILES) {
    if (existsSync(join(folder, path, ".."))) writeFileSync(join(folder, path), `TOKEN=${PLANTED_IN_FILE}\n`);
  }
};

export const saysSecret = (text: string): boolean =>
  SECRETS.some((secret) => secret !== "" && text.includes(secret));

/** A page, a server or a test adds what it saw; the end of the run adds all of it up. */
export const tally = (seen: Seen): void => {
  mkdirSync(TALLIES, { recursive: true });
  writeFileSync(join(TALLIES, `${crypto.randomUUID()}.json`), JSON.stringify(seen));
};

export const clearTallies = (): void => rmSync(TALLIES, { recursive: true, force: true });

export const tallied = (): Seen => {
  const sum: Seen = {};
  for (const name of existsSync(TALLIES) ? readdirSync(TALLIES) : []) {
    const seen = JSON.parse(readFileSync(join(TALLIES, name), "utf8")) as Seen;
    for (const kind of KINDS) sum[kind] = (sum[kind] ?? 0) + (seen[kind] ?? 0);
  }
  return sum;
};

/** Files below the folder that hold a secret where it does not belong, also compressed or in a database. */
export const searchFiles = (folder: string): { readonly leaks: readonly string[]; readonly seen: Seen } => {
  const leaks: string[] = [];
  const seen: Seen = { files: 0 };
  const add = (kind: keyof Seen, count = 1) => (seen[kind] = (seen[kind] ?? 0) + count);
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    const path = join(entry.parentPath, entry.name);
    const name = relative(folder, path);
    if (!entry.isFile() || name === VAULT || entry.name === ".env") continue;
    const bytes = readOrNothing(path);
    add("files");
    if (/[\\/]versions[\\/].*\.gz$/.test(name)) add("kept versions");
    if (/[\\/]history[\\/].*[\\/]objects[\\/]/.test(name)) add("objects of histories");
    if (/[\\/]backup[\\/].*\.jsonl$/.test(name)) add("backups");
    if (forms(bytes).some(isLeak)) leaks.push(name);
    if (!basename(name).endsWith(".db")) continue;
    const cells = searchDatabase(path);
    add("database cells", cells.count);
    leaks.push(...cells.leaks.map((table) => `${name}, table ${table}`));
  }
  return { leaks, seen };
};

const isLeak = (bytes: Uint8Array): boolean => saysSecret(Buffer.from(bytes).toString("latin1"));

/** The bytes, and what they are unpacked: versions, objects of a history, stored runs, traces of the browser. */
const forms = (bytes: Uint8Array): readonly Uint8Array[] => {
  const unpacked = [gunzipSync, inflateSync, brotliDecompressSync, zstdDecompressSync].flatMap((unpack) =>
    orNothing(() => [unpack(bytes)]),
  );
  const zipped =
    bytes[0] === 0x50 && bytes[1] === 0x4b ? orNothing(() => Object.values(unzipSync(bytes))) : [];
  return [bytes, ...unpacked, ...zipped];
};

const orNothing = (work: () => readonly Uint8Array[]): readonly Uint8Array[] => {
  try {
    return work();
  } catch {
    return [];
  }
};

/** Every cell of every table. Runs that are packed against an earlier one are read as the app shows them. */
const searchDatabase = (path: string): { readonly count: number; readonly leaks: readonly string[] } => {
  const leaks = new Set<string>();
  let count = 0;
  const db = new Database(path, { readonly: true });
  try {
    const tables = db
      .prepare("SELECT name FROM sqlite_schema WHERE type = 'table'")
      .pluck()
      .all() as string[];
    for (const table of tables) {
      // A virtual table needs its module; what it holds is in the tables below it.
      const rows = orNone(() => db.prepare(`SELECT * FROM "${table}"`).raw().all() as unknown[][]);
      for (const cell of rows.flat()) {
        count += 1;
        const isIn =
          typeof cell === "string" ? saysSecret(cell) : Buffer.isBuffer(cell) && forms(cell).some(isLeak);
        if (isIn) leaks.add(table);
      }
    }
  } finally {
    db.close();
  }
  return { count, leaks: [...leaks] };
};

const orNone = (work: () => unknown[][]): unknown[][] => {
  try {
    return work();
  } catch {
    return [];
  }
};

/** A file of a running server may be gone again. */
const readOrNothing = (path: string): Buffer => {
  try {
    return readFileSync(path);
  } catch {
    return Buffer.alloc(0);
  }
};

/** What the app shows, exports and logs. */
export const searchShown = async (
  url: string,
): Promise<{ readonly leaks: readonly string[]; readonly seen: Seen }> => {
  const { client, close } = connectCore(url);
  const leaks: string[] = [];
  const seen: Seen = {};
  const look = (kind: keyof Seen, what: string, shown: unknown) => {
    seen[kind] = (seen[kind] ?? 0) + 1;
    if (saysSecret(JSON.stringify(shown))) leaks.push(what);
  };
  try {
    for (const { id } of (await client.call("sessions.list", {})).sessions)
      await lookAtSession(client, id, look);
    const { requests } = await client.call("requests.log", {});
    look("exports", "the export of memory", await client.call("memory.export", {}));
    for (const request of requests) look("logged requests", "the log of requests", request);
    const others = [
      await client.call("providers.list", {}),
      await client.call("settings.get", {}),
      await client.call("changes.list", { limit: 1000 }),
      await client.call("memory.list", { limit: 500 }),
      await client.call("app.doctor", {}),
    ];
    if (saysSecret(JSON.stringify(others))) leaks.push("providers, settings, changes, memory or the doctor");
    return { leaks, seen };
  } finally {
    close();
  }
};

const lookAtSession = async (
  client: Client,
  session: string,
  look: (kind: keyof Seen, what: string, shown: unknown) => void,
): Promise<void> => {
  const { runs } = await client.call("context.runs", { session });
  for (const { id } of runs) look("runs", `run ${id}`, await client.call("context.run", { id }));
  look("conversations", `conversation ${session}`, await client.call("sessions.read", { session }));
  for (const format of ["markdown", "json"] as const) {
    look("exports", `the export of ${session}`, await client.call("sessions.export", { session, format }));
  }
};
