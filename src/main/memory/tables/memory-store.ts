import type { Origin } from "#shared/model/origin.ts";
import { Failure } from "#shared/contract/failure.ts";
import type { Clock } from "../../base/clock.ts";
import type { Store } from "../../store/open-store.ts";
import type { DraftSource, MemoryRow } from "../index/memory-draft.ts";
import type { Tier } from "../tiers.ts";
import { looseName } from "./loose-name.ts";
import { WordIndex } from "./word-index.ts";

/** A memory as it is stored. */
export type StoredMemory = {
  readonly id: string;
  readonly tier: Tier;
  readonly workspace: string;
  readonly agent: string | null;
  /** Project-relative path, `session:<id>`, `graph`, `procedures` or `profile`. */
  readonly source: string;
  readonly item: string | null;
  readonly lineFrom: number | null;
  readonly lineTo: number | null;
  readonly heading: string;
  readonly kind: string | null;
  readonly date: string;
  readonly text: string;
  readonly pinned: boolean;
  readonly origin: Origin;
  readonly approved: boolean;
  readonly createdAt: string;
  readonly updatedAt: string;
};

export type MemoryListing = {
  readonly workspace: string;
  readonly agent: string | null;
  readonly tier?: Tier | undefined;
  readonly origin?: Origin | undefined;
  readonly pinned?: boolean | undefined;
  /** Only daily notes up to this day that are not pinned. */
  readonly fadedSince?: string | undefined;
  readonly limit: number;
  readonly offset: number;
};

/** The memories of a project. Vectors are in `VectorStore`; `MemoryIndexer` knows what is still to be read. */
export class MemoryStore {
  readonly #store: Store;
  readonly #clock: Clock;
  /** How their words are removed. */
  readonly words: WordIndex;

  constructor(store: Store, clock: Clock) {
    this.#store = store;
    this.words = new WordIndex(store);
    this.#clock = clock;
  }

  /** Sources by name with the mark at which they were indexed. */
  marks(): ReadonlyMap<string, string> {
    const rows = this.#store.db.prepare("select source, mark from memory_sources").all() as {
      source: string;
      mark: string;
    }[];
    return new Map(rows.map(({ source, mark }) => [source, mark]));
  }

  /** Files that can be recalled. */
  countFiles(): number {
    return this.#store.db
      .prepare(
        `select count(*) from memory_sources where not (source glob 'session:*' or source glob 'graph:*'
           or source glob 'procedures:*' or source glob 'profile:*')`,
      )
      .pluck()
      .get() as number;
  }

  markOf(source: string): string | null {
    const mark = this.#store.db
      .prepare("select mark from memory_sources where source = ?")
      .pluck()
      .get(source);
    return (mark as string | undefined) ?? null;
  }

  /** Number and state of a source's rows, by uid. */
  known(source: string): Map<string, { readonly id: number; readonly state: string }> {
    const rows = this.#store.db
      .prepare("select uid, id, state from memories where source = ?")
      .all(source) as {
      uid: string;
      id: number;
      state: string;
    }[];
    return new Map(rows.map(({ uid, id, state }) => [uid, { id, state }]));
  }

  /** State and item of one row; null when there is none. */
  rowOf(uid: string): { readonly item: string | null; readonly state: string } | null {
    const row = this.#store.db.prepare("select item, state from memories where uid = ?").get(uid);
    return (row as { item: string | null; state: string } | undefined) ?? null;
  }

  /** Adds and changes rows of one source, in one transaction. */
  put(source: DraftSource, rows: readonly MemoryRow[]): void {
    const now = this.#clock.now().toISOString();
    const insert = this.#store.db.prepare(
      `insert into memories (uid, tier, workspace, agent, source, item, ordinal, line_from, line_to, heading, kind,
         date, text, body, language, around, detail, state, origin, approved, created_at, updated_at)
       values (@uid, @tier, @workspace, @agent, @source, @item, @ordinal, @lineFrom, @lineTo, @heading, @kind,
         @date, @text, @body, @language, @around, @detail, @state, @origin, @approved, @now, @now)
       on conflict (uid) do update set item = @item, ordinal = @ordinal, line_from = @lineFrom, line_to = @lineTo,
         kind = @kind, date = @date, body = @body, language = @language, around = @around, detail = @detail, state = @state, origin = @origin,
         approved = @approved, updated_at = @now`,
    );
    const connect = this.#store.db.prepare(
      `insert or replace into memory_links (memory, workspace, from_key, to_key)
       select id, ?, ?, ? from memories where uid = ?`,
    );
    const { workspace, agent, source: name } = source;
    this.#store.transact(() => {
      for (const { link, approved, ...row } of rows) {
        insert.run({ ...row, approved: Number(approved), workspace, agent, source: name, now });
        if (link) connect.run(workspace, looseName(link.from), looseName(link.to), row.uid);
      }
    });
  }

  removeRows(ids: readonly number[]): void {
    const remove = this.#store.db.prepare("delete from memories where id = ?");
    this.#store.transact(() => {
      for (const id of ids) remove.run(id);
    });
  }

  setMark({ source, workspace }: DraftSource, mark: string): void {
    this.#store.db
      .prepare(
        "insert or replace into memory_sources (source, workspace, mark, indexed_at) values (?, ?, ?, ?)",
      )
      .run(source, workspace, mark, this.#clock.now().toISOString());
  }

  forgetSource(source: string): void {
    this.#store.transact(() => {
      this.#store.db.prepare("delete from memories where source = ?").run(source);
      this.#store.db.prepare("delete from memory_sources where source = ?").run(source);
    });
  }

  get(id: string): StoredMemory | null {
    const row = this.#store.db.prepare(`${SELECT} where m.uid = ?`).get(id) as RawMemory | undefined;
    return row ? fromRaw(row) : null;
  }

  /** The last memory of a source. */
  newestOf(source: string): StoredMemory | null {
    const row = this.#store.db
      .prepare(`${SELECT} where m.source = ? order by m.ordinal desc limit 1`)
      .get(source);
    return row === undefined ? null : fromRaw(row as RawMemory);
  }

  /** The id of the memory at a line of a source, or of one of its items. */
  at(source: string, line: number | null, item: string | null): string | null {
    const id = this.#store.db
      .prepare("select uid from memories where source = ? and line_from is ? and item is ? limit 1")
      .pluck()
      .get(source, line, item);
    return (id as string | undefined) ?? null;
  }

  /** Fails with `memory-not-found`. */
  require(id: string): StoredMemory {
    const found = this.get(id);
    if (found) return found;
    throw new Failure("memory-not-found", "This memory does not exist any more.", { id });
  }

  /** Newest first. */
  list({ workspace, agent, tier, origin, pinned, fadedSince, limit, offset }: MemoryListing): StoredMemory[] {
    const rows = this.#store.db
      .prepare(
        `${SELECT} where m.workspace = @workspace and (m.agent is null or m.agent = @agent)
           and (@tier is null or m.tier = @tier) and (@origin is null or m.origin = @origin) and (@pinned is null or (p.uid is not null) = @pinned)
           and (@fadedSince is null or ${FADED})
         order by m.date desc, m.source, m.ordinal limit @limit offset @offset`,
      )
      .all({
        workspace,
        agent,
        tier: tier ?? null,
        origin: origin ?? null,
        pinned: pinned === undefined ? null : Number(pinned),
        fadedSince: fadedSince ?? null,
        limit,
        offset,
      }) as RawMemory[];
    return rows.map(fromRaw);
  }

  countByTier(workspace: string, agent: string | null): Readonly<Partial<Record<Tier, number>>> {
    const rows = this.#store.db
      .prepare(
        `select tier, count(*) as count from memories
         where workspace = ? and (agent is null or agent = ?) group by tier`,
      )
      .all(workspace, agent) as { tier: Tier; count: number }[];
    return Object.fromEntries(rows.map(({ tier, count }) => [tier, count]));
  }

  countByOrigin(workspace: string, agent: string | null): Readonly<Partial<Record<Origin, number>>> {
    const rows = this.#store.db
      .prepare(
        `select origin, count(*) as count from memories
         where workspace = ? and (agent is null or agent = ?) group by origin`,
      )
      .all(workspace, agent) as { origin: Origin; count: number }[];
    return Object.fromEntries(rows.map(({ origin, count }) => [origin, count]));
  }

  countPinned(workspace: string, agent: string | null): number {
    return this.#store.db
      .prepare(
        `select count(*) from memory_pins p join memories m on m.uid = p.uid
         where workspace = ? and (agent is null or agent = ?)`,
      )
      .pluck()
      .get(workspace, agent) as number;
  }

  countFaded(workspace: string, fadedSince: string): number {
    return this.#store.db
      .prepare(
        `select count(*) from memories m left join memory_pins p on p.uid = m.uid
         where workspace = @workspace and ${FADED}`,
      )
      .pluck()
      .get({ workspace, fadedSince }) as number;
  }

  pin(id: string, pinned: boolean): void {
    if (pinned) {
      this.#store.db
        .prepare("insert or ignore into memory_pins (uid, at) values (?, ?)")
        .run(id, this.#clock.now().toISOString());
    } else this.#store.db.prepare("delete from memory_pins where uid = ?").run(id);
  }

  /** Deletes row, words, vector and pin. The source still contains it, unless it was changed before. */
  remove(id: string): void {
    this.words.removeSecurely(() => {
      this.#store.db.prepare("delete from memories where uid = ?").run(id);
      this.#store.db.prepare("delete from memory_pins where uid = ?").run(id);
    });
  }
}

const FADED = "m.tier = 'daily' and p.uid is null and substr(m.date, 1, 10) <= @fadedSince";

type RawMemory = Omit<StoredMemory, "pinned" | "approved"> & {
  readonly pinned: number;
  readonly approved: number;
};

const SELECT = `select m.uid as id, tier, workspace, agent, source, item, line_from as lineFrom, line_to as lineTo,
  heading, kind, date, text, p.uid is not null as pinned, origin, approved, created_at as createdAt, updated_at as updatedAt
  from memories m left join memory_pins p on p.uid = m.uid`;

const fromRaw = (row: RawMemory): StoredMemory => ({
  ...row,
  pinned: row.pinned === 1,
  approved: row.approved === 1,
});
