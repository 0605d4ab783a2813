import type { Database } from "better-sqlite3";
import type { Origin } from "#shared/model/origin.ts";
import type { TeamKind } from "#shared/model/team.ts";
import type { Clock } from "../../base/clock.ts";
import type { Migration } from "../../store/migrations/migration.ts";
import { openStore, type Store } from "../../store/open-store.ts";

/** A file or skill of a team, as it was on the server. */
export type CachedFile = {
  readonly item: string;
  readonly kind: TeamKind;
  readonly path: string;
  readonly version: number;
  readonly state: "accepted" | "retired";
  readonly body: string;
  readonly bytes: number;
  readonly origin: Origin;
  readonly forAll: boolean;
  readonly author: string;
  readonly authorName: string;
  readonly updatedAt: string;
};

export type Pinned = { readonly version: number; readonly body: string };
export type Seen = { readonly version: number; readonly path: string; readonly kind: TeamKind };

const migrations: readonly Migration[] = [
  {
    name: "team files",
    sql: `
      create table team_files (
        item text primary key, kind text not null, path text not null, version integer not null, state text not null,
        body text not null, bytes integer not null, origin text not null, for_all integer not null,
        author text not null, author_name text not null, updated_at text not null
      ) strict;
      create table team_pins (item text primary key, version integer not null, body text not null) strict;
      create table team_seen (
        item text primary key, version integer not null, path text not null, kind text not null
      ) strict;
      create table team_sync (at text not null, left integer not null) strict;
    `,
  },
];

const COLUMNS = `item, kind, path, version, state, body, bytes, origin, for_all as forAll, author,
  author_name as authorName, updated_at as updatedAt`;

/**
 * The team's files on this computer, so that prompts have them without the server, and what only this user decided:
 * which version is used, and what was seen. In the user's data folder.
 */
export class TeamCache {
  readonly #store: Store;
  readonly #clock: Clock;
  #changes = 0;

  constructor(file: string, clock: Clock) {
    this.#clock = clock;
    this.#store = openStore(file, { migrations, now: () => clock.now() });
  }

  get #db(): Database {
    return this.#store.db;
  }

  /** Changes whenever a file, a pin or what was seen does. */
  get changes(): number {
    return this.#changes;
  }

  /** By path. */
  files(): readonly CachedFile[] {
    const rows = this.#db.prepare(`select ${COLUMNS} from team_files order by path, item`).all() as (Omit<
      CachedFile,
      "forAll"
    > & { readonly forAll: number })[];
    return rows.map((row) => ({ ...row, forAll: row.forAll === 1 }));
  }

  versions(): ReadonlyMap<
    string,
    { readonly version: number; readonly state: string; readonly forAll: number }
  > {
    const rows = this.#db.prepare("select item, version, state, for_all as forAll from team_files").all() as {
      item: string;
      version: number;
      state: string;
      forAll: number;
    }[];
    return new Map(rows.map(({ item, ...rest }) => [item, rest]));
  }

  pins(): ReadonlyMap<string, Pinned> {
    const rows = this.#db.prepare("select item, version, body from team_pins").all() as (Pinned & {
      readonly item: string;
    })[];
    return new Map(rows.map(({ item, ...pinned }) => [item, pinned]));
  }

  seen(): ReadonlyMap<string, Seen> {
    const rows = this.#db.prepare("select item, version, path, kind from team_seen").all() as (Seen & {
      readonly item: string;
    })[];
    return new Map(rows.map(({ item, ...seen }) => [item, seen]));
  }

  synced(): { readonly at: string; readonly left: number } | null {
    return (this.#db.prepare("select at, left from team_sync").get() as { at: string; left: number }) ?? null;
  }

  /** One state of the server, or none of it. What the server has no more is gone here, with its pinned text. */
  apply(changed: readonly CachedFile[], gone: readonly string[], left: number): void {
    this.#store.transact(() => {
      const put = this.#db.prepare(
        `insert or replace into team_files (item, kind, path, version, state, body, bytes, origin, for_all, author,
          author_name, updated_at) values (@item, @kind, @path, @version, @state, @body, @bytes, @origin, @forAll,
          @author, @authorName, @updatedAt)`,
      );
      for (const file of changed) put.run({ ...file, forAll: file.forAll ? 1 : 0 });
      for (const item of gone) {
        this.#db.prepare("delete from team_files where item = ?").run(item);
        this.#db.prepare("delete from team_pins where item = ?").run(item);
      }
      this.#db.prepare("delete from team_sync").run();
      this.#db
        .prepare("insert into team_sync (at, left) values (?, ?)")
        .run(this.#clock.now().toISOString(), left);
    });
    if (changed.length + gone.length > 0) this.#changes += 1;
  }

  pin(item: string, pinned: Pinned | null): void {
    if (pinned === null) this.#db.prepare("delete from team_pins where item = ?").run(item);
    else
      this.#db
        .prepare("insert or replace into team_pins (item, version, body) values (?, ?, ?)")
        .run(item, pinned.version, pinned.body);
    this.#changes += 1;
  }

  /** Null: everything. What is gone from the space is forgotten once it was seen. */
  markSeen(items: readonly string[] | null): void {
    this.#store.transact(() => {
      const wanted = items === null ? null : new Set(items);
      const isWanted = (item: string) => wanted === null || wanted.has(item);
      const known = this.files().filter(({ item }) => isWanted(item));
      const put = this.#db.prepare(
        "insert or replace into team_seen (item, version, path, kind) values (@item, @version, @path, @kind)",
      );
      for (const { item, version, path, kind, state } of known)
        if (state === "accepted") put.run({ item, version, path, kind });
      const there = new Set(known.filter(({ state }) => state === "accepted").map(({ item }) => item));
      const forget = this.#db.prepare("delete from team_seen where item = ?");
      for (const item of this.seen().keys()) if (isWanted(item) && !there.has(item)) forget.run(item);
    });
    this.#changes += 1;
  }

  close(): void {
    this.#store.close();
  }
}
