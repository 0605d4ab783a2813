import type Database from "better-sqlite3";
import { Failure } from "#shared/contract/index.ts";
import type { Manifest, Message } from "#shared/model/manifest.ts";
import type { SnapshotRun } from "#shared/model/snapshot-run.ts";
import { forEachLimited } from "../../workspace/for-each-limited.ts";
import { pack, unpack } from "../../base/pack.ts";
import { diffRuns, type RunDiff } from "./diff-runs.ts";
import { unpackAgainst } from "../../base/pack-against.ts";
import { pruneRuns, removeRun } from "./prune-runs.ts";
import { type PackedBody, RunBases } from "./run-bases.ts";
import { type RunSummary, summaryOf } from "./run-shape.ts";
import { leaveOutHashes, putBackHashes } from "./text-hashes.ts";
import { joinTexts, splitTexts, type StoredMessage } from "./split-texts.ts";

/** A run as it was sent: the messages, the tool definitions, and the account of both. */
export type Run = {
  readonly manifest: Manifest;
  readonly messages: readonly Message[];
  /** Tool definitions as they were sent. */
  readonly tools: readonly unknown[];
};

export type RunFilter = {
  readonly session?: string | undefined;
  readonly agent?: string | undefined;
  readonly limit: number;
};

export class RunStore {
  readonly #db: Database.Database;
  readonly #maxBytes: () => number;
  readonly #bases = new RunBases();
  readonly #queries = new Map<string, Database.Statement>();

  /** `maxBytes` is asked at every save, so that a changed setting holds at once. */
  constructor(db: Database.Database, maxBytes: () => number) {
    this.#db = db;
    this.#maxBytes = maxBytes;
  }

  /** Stores a run and prunes the oldest. The new one stays, whatever its size. */
  async save(run: Run): Promise<RunSummary> {
    const { messages, texts: own } = splitTexts(run.messages, run.manifest.segments);
    const segments = leaveOutHashes(run.manifest.segments, messages);
    const stored = {
      manifest: { ...run.manifest, segments },
      messages,
      tools: run.tools,
    } satisfies StoredBody;
    const { body, base } = await this.#bases.pack(run.manifest.session, JSON.stringify(stored));
    const texts = base ? new Map([...own, [base.sha256, base.text]]) : own;
    const packed = new Map<string, Buffer>();
    // Another process may prune a text between the check and the write; then it is packed and tried again.
    for (;;) {
      await forEachLimited(this.#missing(texts.keys(), packed), PACKED_AT_ONCE, async (sha256) => {
        packed.set(sha256, await pack(texts.get(sha256)));
      });
      if (this.#insert(run.manifest, { body, base }, [...texts.keys()], packed))
        return summaryOf(run.manifest);
    }
  }

  /** Newest first. */
  list(filter: RunFilter): RunSummary[] {
    return this.#newest<RunSummary>("id, at, agent, session, profile, model, used, window", filter);
  }

  /** Conversations that had a turn since then, the newest first; at most 50. */
  sessionsSince(at: Date): readonly { readonly session: string; readonly agent: string }[] {
    return this.#db
      .prepare<[string], { session: string; agent: string }>(
        `select session, agent from runs where session is not null and at >= ?
         group by session, agent order by max(seq) desc limit 50`,
      )
      .all(at.toISOString());
  }

  /** The accounts of the newest runs, oldest first, without their messages. */
  async manifests(filter: RunFilter): Promise<Manifest[]> {
    const manifests: Manifest[] = [];
    const bases = new Map<string, string>();
    for (const { body, base } of this.#newest<Packed>("body, base", filter).reverse()) {
      const name = base?.toString("hex");
      const text = name === undefined ? null : (bases.get(name) ?? (await this.#baseText(base)));
      if (name !== undefined && text !== null) bases.set(name, text);
      manifests.push((await unpackBody(body, text)).manifest);
    }
    return manifests;
  }

  /** What changed from one stored run to the other. Fails with `run-unknown`. */
  async diff(from: string, to: string): Promise<RunDiff> {
    const [before, after] = await Promise.all([this.read(from), this.read(to)]);
    return diffRuns(before.manifest, after.manifest);
  }

  /** Fails with `run-unknown`. */
  async read(id: string): Promise<Run> {
    const row = this.#db.prepare<[string], RunRow>("select seq, body, base from runs where id = ?").get(id);
    if (!row) throw new Failure("run-unknown", "This run is not stored, or was pruned.", { id });
    // All blobs are read before the first wait, so that nothing can be pruned in between.
    return (await this.#unpackRun(row, this.#textsOf(row.seq))).run;
  }

  /** Whether a text is in a run as it was sent, or in what the run is packed against. */
  async says(id: string, text: string): Promise<boolean> {
    const row = this.#db.prepare<[string], RunRow>("select seq, body, base from runs where id = ?").get(id);
    if (!row) return false;
    const { run, base } = await this.#unpackRun(row, this.#textsOf(row.seq));
    // As it stands in JSON.
    const escaped = JSON.stringify(text).slice(1, -1);
    return run.messages.some(({ content }) => content.includes(text)) || (base?.includes(escaped) ?? false);
  }

  /** The session's newest run; null when it has none. */
  async latest(session: string): Promise<Run | null> {
    const [newest] = this.list({ session, limit: 1 });
    return newest ? this.read(newest.id) : null;
  }

  /** What the newest run of the snapshot profile took from the project; null before the first. */
  lastSnapshot(): SnapshotRun | null {
    const row = this.#db
      .prepare<[], { snapshot: string }>(
        "select snapshot from runs where snapshot is not null order by seq desc limit 1",
      )
      .get();
    return row ? (JSON.parse(row.snapshot) as SnapshotRun | null) : null;
  }

  /** Whether there was such a run. */
  remove(id: string): boolean {
    this.#bases.clear();
    return this.#db
      .transaction(() => {
        const row = this.#db.prepare<[string], { seq: number }>("select seq from runs where id = ?").get(id);
        if (row) removeRun(this.#db, row.seq);
        return row !== undefined;
      })
      .immediate();
  }

  /** Compressed size of everything stored. */
  bytes(): number {
    const row = this.#db
      .prepare<[], { bytes: number }>(
        "select (select total(bytes) from runs) + (select total(bytes) from run_texts) as bytes",
      )
      .get();
    return row?.bytes ?? 0;
  }

  #newest<Row>(columns: string, { session, agent, limit }: RunFilter): Row[] {
    const wanted = Object.entries({ session, agent }).filter(([, value]) => value !== undefined);
    const where = wanted.map(([column]) => `${column} = ?`).join(" and ");
    const sql = `select ${columns} from runs ${where && `where ${where}`} order by seq desc limit ?`;
    // Every preview asks for a session's newest run.
    const query = this.#queries.get(sql) ?? this.#db.prepare(sql);
    this.#queries.set(sql, query);
    return query.all(...wanted.map(([, value]) => value), limit) as Row[];
  }

  #missing(hashes: Iterable<string>, packed: ReadonlyMap<string, Buffer> = new Map()): string[] {
    const has = this.#db.prepare("select 1 from run_texts where sha256 = ?");
    return [...hashes].filter((sha256) => !packed.has(sha256) && !has.get(key(sha256)));
  }

  #insert(
    manifest: Manifest,
    { body, base }: PackedBody,
    hashes: readonly string[],
    packed: ReadonlyMap<string, Buffer>,
  ): boolean {
    const insert = this.#db.transaction(() => {
      const text = this.#db.prepare("insert or ignore into run_texts (sha256, bytes, body) values (?, ?, ?)");
      for (const [sha256, blob] of packed) text.run(key(sha256), blob.length, blob);
      if (this.#missing(hashes).length > 0) return false;

      const { lastInsertRowid } = this.#db
        .prepare(
          `insert into runs (id, at, agent, session, profile, model, used, window, snapshot, bytes, body, base)
           values (@id, @at, @agent, @session, @profile, @model, @used, @window, @snapshot, @bytes, @body,
             @base)`,
        )
        .run({
          ...summaryOf(manifest),
          snapshot: manifest.lastRun === undefined ? null : JSON.stringify(manifest.lastRun),
          bytes: body.length,
          body,
          base: base && key(base.sha256),
        });
      const use = this.#db.prepare("insert into run_text_uses (run, sha256) values (?, ?)");
      for (const sha256 of hashes) use.run(lastInsertRowid, key(sha256));
      pruneRuns(this.#db, this.bytes() - this.#maxBytes());
      return true;
    });
    return insert.immediate();
  }

  #textsOf(run: number): ReadonlyMap<string, Buffer> {
    const rows = this.#db
      .prepare<[number], { sha256: Buffer; body: Buffer }>(
        "select t.sha256, t.body from run_text_uses u join run_texts t using (sha256) where u.run = ?",
      )
      .all(run);
    return new Map(rows.map((row) => [row.sha256.toString("hex"), row.body]));
  }

  async #baseText(sha256: Buffer | null): Promise<string | null> {
    const row = this.#db
      .prepare<[Buffer | null], { body: Buffer }>("select body from run_texts where sha256 = ?")
      .get(sha256);
    return row ? ((await unpack(row.body)) as string) : null;
  }

  async #unpackRun(
    { body, base }: Packed,
    packed: ReadonlyMap<string, Buffer>,
  ): Promise<{ readonly run: Run; readonly base: string | null }> {
    const texts = new Map<string, string>();
    await forEachLimited([...packed], PACKED_AT_ONCE, async ([sha256, blob]) => {
      texts.set(sha256, (await unpack(blob)) as string);
    });
    const baseText = base ? (texts.get(base.toString("hex")) ?? null) : null;
    const stored = await unpackBody(body, baseText);
    const messages = joinTexts(stored.messages, (sha256) => {
      const text = texts.get(sha256);
      if (text === undefined) throw new Error(`A stored run lacks the text ${sha256}.`);
      return text;
    });
    return { run: { manifest: stored.manifest, messages, tools: stored.tools }, base: baseText };
  }
}

type Packed = { readonly body: Buffer; readonly base: Buffer | null };
type RunRow = Packed & { readonly seq: number };

const unpackBody = async (body: Buffer, base: string | null): Promise<StoredBody> => {
  const stored = (
    base === null ? await unpack(body) : JSON.parse(await unpackAgainst(body, base))
  ) as StoredBody;
  const segments = putBackHashes(stored.manifest.segments, stored.messages);
  return { ...stored, manifest: { ...stored.manifest, segments } };
};

type StoredBody = {
  readonly manifest: Manifest;
  readonly messages: readonly StoredMessage[];
  readonly tools: readonly unknown[];
};

/** The size of the thread pool. */
const PACKED_AT_ONCE = 4;

const key = (sha256: string) => Buffer.from(sha256, "hex");
