import type { Database } from "better-sqlite3";
import type { Clock } from "../../base/clock.ts";
import { OneAtATime } from "../../base/one-at-a-time.ts";
import type { Ids } from "../../base/ids.ts";
import { Failure } from "#shared/contract/index.ts";
import type { Migration } from "../../store/migrations/migration.ts";
import { openStore, type Store } from "../../store/open-store.ts";
import { isTemporary } from "../server/team-failure.ts";
import type { TeamWrite } from "../space/items.ts";

/** In a database of its own in the user's data folder: it belongs to the user, not to a project. */
const outboxMigrations: readonly Migration[] = [
  {
    name: "outbox",
    sql: `
      create table team_client (id text not null) strict;
      create table team_writes (
        number integer primary key autoincrement,
        at text not null,
        body text not null,
        state text not null default 'waiting',
        skipped integer not null default 0,
        code text,
        message text
      ) strict;
    `,
  },
  { name: "base of numbers", sql: "alter table team_client add column base integer not null default 0;" },
];

export type OutboxEntry = {
  readonly number: number;
  readonly at: string;
  readonly write: TeamWrite;
  /** `refused`: the server will never take it as it is. It stays here until the user has seen it. */
  readonly state: "waiting" | "refused";
  readonly code: string | null;
  readonly message: string | null;
};

/** How a numbered write gets to the server; null: only the number is used up. Returns whether it is new there. */
export type SendWrite = (client: string, number: number, write: TeamWrite | null) => Promise<unknown>;

type Row = {
  readonly number: number;
  readonly at: string;
  readonly body: string;
  readonly state: "waiting" | "sent" | "refused" | "dropped";
  readonly code: string | null;
  readonly message: string | null;
};

/**
 * What a member wrote, until the server has it. Each write is on this disk before it is acknowledged here, and has a
 * number; the server takes each number once and in order, so a write whose answer was lost can be sent again. One
 * that the server refuses for good gives up its number and stays for the user.
 *
 * When the server knows a different write by the number, these files are a copy (restored from a backup, or taken to
 * a second computer): what waits gets a new client and new numbers.
 */
export class Outbox {
  readonly #store: Store;
  readonly #turns = new OneAtATime();
  readonly #clock: Clock;
  readonly #ids: Ids;

  constructor(file: string, clock: Clock, ids: Ids) {
    this.#clock = clock;
    this.#ids = ids;
    this.#store = openStore(file, { migrations: outboxMigrations, now: () => clock.now() });
    // What waits here is nowhere else: it must survive a power cut, too.
    this.#db.pragma("synchronous = FULL");
    this.#store.transact(() => {
      if (this.#db.prepare("select 1 from team_client").get() !== undefined) return;
      this.#db.prepare("insert into team_client (id) values (?)").run(ids.next());
    });
  }

  get #db(): Database {
    return this.#store.db;
  }

  /** Set when the file was damaged and had to be put aside. */
  get setAside(): string | null {
    return this.#store.recovered?.setAside ?? null;
  }

  add(write: TeamWrite): number {
    const { lastInsertRowid } = this.#db
      .prepare("insert into team_writes (at, body) values (?, ?)")
      .run(this.#clock.now().toISOString(), JSON.stringify(write));
    return Number(lastInsertRowid);
  }

  /** What has not arrived, oldest first. */
  entries(): readonly OutboxEntry[] {
    const rows = this.#db
      .prepare(
        "select number, at, body, state, code, message from team_writes where state in ('waiting', 'refused') order by number",
      )
      .all() as Row[];
    return rows.map(entryOf);
  }

  /** How many wait, and how many were refused. */
  counts(): { readonly waiting: number; readonly refused: number } {
    const count = this.#db.prepare("select count(*) from team_writes where state = ?").pluck();
    return { waiting: count.get("waiting") as number, refused: count.get("refused") as number };
  }

  /** Null: it arrived, or was given up. */
  entry(number: number): OutboxEntry | null {
    const row = this.#db
      .prepare(
        "select number, at, body, state, code, message from team_writes where number = ? and state in ('waiting', 'refused')",
      )
      .get(number) as Row | undefined;
    return row ? entryOf(row) : null;
  }

  /** The user has seen why it was refused. */
  dismiss(number: number): void {
    this.#db
      .prepare("update team_writes set state = 'dropped', body = '' where number = ? and state = 'refused'")
      .run(number);
  }

  /** A refused write once more, as the newest; its number. Null when nothing with this number was refused. */
  retry(number: number): number | null {
    return this.#store.transact(() => {
      const found = this.entry(number);
      if (found?.state !== "refused") return null;
      this.dismiss(number);
      return this.add(found.write);
    });
  }

  /**
   * Gives a write up. The oldest that waits may be on its way at this moment, or its answer may have been lost.
   */
  discard(number: number): "no" | "maybe" {
    return this.#store.transact(() => {
      const found = this.entry(number);
      if (!found) return "maybe";
      const first = this.#next()?.number;
      this.#db.prepare("update team_writes set state = 'dropped', body = '' where number = ?").run(number);
      return found.state === "waiting" && first === number ? "maybe" : "no";
    });
  }

  /**
   * Sends what waits, in order. Stops at the first that cannot be sent now, with that failure; what is refused for
   * good is recorded, and the rest goes on. `onSent` is called after each.
   */
  flush(send: SendWrite, onSent: () => void, signal?: AbortSignal): Promise<void> {
    return this.#turns.run(async () => {
      const next = () => (signal?.aborted === true ? null : this.#next());
      for (let row = next(); row; row = next()) {
        await this.#send(row, send);
        onSent();
      }
    });
  }

  async #send(row: Row, send: SendWrite): Promise<void> {
    if (row.state === "waiting") {
      try {
        await send(...this.#onServer(row.number), JSON.parse(row.body) as TeamWrite);
        this.#mark(row.number, "sent");
        return;
      } catch (error) {
        if (error instanceof Failure && error.code === "team-copied") return this.#renumber(row.number);
        if (!(error instanceof Failure) || isTemporary(error) || isNotItsFault(error)) throw error;
        this.#refuse(row.number, error);
      }
    }
    await send(...this.#onServer(row.number), null);
    this.#db.prepare("update team_writes set skipped = 1 where number = ?").run(row.number);
  }

  /** A new client; what waits keeps its number here, and counts from 1 on the server. */
  #renumber(first: number): void {
    this.#db.prepare("update team_client set id = ?, base = ?").run(this.#ids.next(), first - 1);
  }

  #onServer(number: number): readonly [client: string, number: number] {
    const { id, base } = this.#db.prepare("select id, base from team_client").get() as {
      readonly id: string;
      readonly base: number;
    };
    return [id, number - base];
  }

  #next(): Row | null {
    const row = this.#db
      .prepare(
        `select number, at, body, state, code, message from team_writes
         where state = 'waiting' or (state in ('refused', 'dropped') and skipped = 0) order by number limit 1`,
      )
      .get() as Row | undefined;
    return row ?? null;
  }

  /** The text is not needed any more once the server has it. */
  #mark(number: number, state: "sent"): void {
    this.#db
      .prepare("update team_writes set state = ?, body = '' where number = ? and state = 'waiting'")
      .run(state, number);
  }

  #refuse(number: number, { code, message }: Failure): void {
    this.#db
      .prepare(
        "update team_writes set state = 'refused', code = ?, message = ? where number = ? and state = 'waiting'",
      )
      .run(code, message, number);
  }

  close(): void {
    this.#store.close();
  }
}

const entryOf = ({ body, state, ...row }: Row): OutboxEntry => ({
  ...row,
  state: state === "refused" ? "refused" : "waiting",
  write: JSON.parse(body) as TeamWrite,
});

/** Something is wrong with the connection or the membership, not with this write. It waits. */
const isNotItsFault = ({ code }: Failure): boolean =>
  [
    "team-not-a-member",
    "team-login-refused",
    "team-certificate",
    "team-schema-newer",
    "team-schema-older",
    "team-no-space",
    "team-out-of-order",
  ].includes(code);
