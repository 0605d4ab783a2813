import { setTimeout as wait } from "node:timers/promises";
import type { Courtesy } from "../../base/courtesy.ts";
import type { Log } from "../../base/log.ts";
import { OneAtATime } from "../../base/one-at-a-time.ts";
import { type MemoryRow, rowsOfSource } from "./memory-draft.ts";
import type { GrownSource, MemorySource } from "./memory-sources.ts";
import { SourceTails, TailFollower } from "./source-tails.ts";
import type { MemoryStore } from "../tables/memory-store.ts";

export type IndexerOptions = {
  readonly memories: MemoryStore;
  readonly log: Log;
  /** Where reading all sources lets requests of the user go first. */
  readonly courtesy?: Courtesy | undefined;
  /** Rows were added, changed or removed. */
  readonly onChange: () => void;
  /** How many sources were read, once it takes long enough to be reported. `stopped`: the rest was left. */
  readonly onProgress: (done: number, total: number, stopped?: boolean) => void;
  /** Reading that takes longer is reported, in milliseconds. */
  readonly longAfterMs?: number;
};

/** How long the thread may be blocked before other work gets its turn, in milliseconds. */
const SLICE_MS = 8;
const LONG_AFTER_MS = 500;
const MAX_REST_MS = 100;
/** Rows per transaction, some 6 ms. Far fewer would make the full-text index merge all the time. */
const ROWS_AT_ONCE = 50;
/** More rows than this are removed faster by merging the full-text index than by erasing word by word. */
const MANY_ROWS = 500;
/** Removals with less time between them count as one: the files of a folder go one after the other. */
const LATELY_MS = 2_000;
/** Rows that are added to a source at once. */
const MAX_ADDED = 50;

/**
 * Updates the memories of a source to its current text. An unchanged row keeps its number, vector and pin;
 * new rows are added before old ones are removed. The mark is written last, so an interrupted run is repeated
 * and finds most of its rows in place.
 */
export class MemoryIndexer {
  readonly #options: IndexerOptions;
  readonly #turns = new OneAtATime();
  readonly #tails = new SourceTails();
  #closed = false;
  /** State of the current run. */
  #reading: AbortController | null = null;
  /** Reading everything ended before all was read. */
  #wasStopped = false;
  #left: SourcesLeft = { all: 0, fresh: 0 };
  /** Rows that were removed one shortly after the other. */
  readonly #removed = { rows: 0, at: 0 };
  #isTidying = false;

  constructor(options: IndexerOptions) {
    this.#options = options;
  }

  /** Sources that are still to be read, also those that were left when reading was stopped. */
  get left(): SourcesLeft {
    return this.#left;
  }

  /** The complete list of sources: memories of any other source are removed. `onListed` is called when it is known. */
  syncAll(list: () => Promise<readonly MemorySource[]>, onListed?: () => void): Promise<void> {
    return this.#whileOpen(async () => {
      const sources = await list();
      if (this.#closed) return;
      const marks = this.#options.memories.marks();
      const there = new Set(sources.map(({ source }) => source));
      const stale = sources.filter(({ source, mark, later }) => !later && marks.get(source) !== mark);
      const isFresh = ({ source }: MemorySource) => !marks.has(source);
      this.#left = { all: stale.length, fresh: stale.filter(isFresh).length };
      onListed?.();
      this.#tidyLater();
      for (const source of marks.keys()) if (!there.has(source)) await this.#clear(source);
      await this.#syncEach(stale, (source) => {
        const { all, fresh } = this.#left;
        this.#left = { all: all - 1, fresh: fresh - (isFresh(source) ? 1 : 0) };
      });
    });
  }

  /** Leaves the remaining sources for later; false when there are none. */
  cancel(): boolean {
    this.#reading?.abort();
    return this.#reading !== null;
  }

  async #syncEach(stale: readonly MemorySource[], onDone?: (source: MemorySource) => void): Promise<void> {
    const { onProgress, longAfterMs = LONG_AFTER_MS } = this.#options;
    const longFrom = performance.now() + longAfterMs;
    const reading = new AbortController();
    let done = 0;
    let told = false;
    const tell = () => {
      if (performance.now() < longFrom) return;
      told = true;
      onProgress(done, stale.length);
    };
    this.#reading = reading;
    try {
      for (const source of stale) {
        if (onDone) await this.#options.courtesy?.pass();
        if (this.#closed || reading.signal.aborted) break;
        tell();
        await this.#syncOrLog(source, { signal: reading.signal, onSlice: tell });
        if (reading.signal.aborted) continue;
        done += 1;
        onDone?.(source);
      }
    } finally {
      this.#reading = null;
      const isStopped = done < stale.length;
      // Whoever was told of a stop hears when the rest is read, however short that takes.
      if (told || (this.#wasStopped && onDone)) onProgress(done, stale.length, isStopped);
      if (onDone) this.#wasStopped = isStopped && !this.#closed;
    }
  }

  sync(source: MemorySource): Promise<void> {
    return this.#whileOpen(() => this.#syncEach([source]));
  }

  forget(source: string): Promise<void> {
    return this.#whileOpen(() => this.#clear(source));
  }

  settled(): Promise<void> {
    return this.#turns.idle();
  }

  async close(): Promise<void> {
    this.#closed = true;
    await this.#turns.idle();
  }

  /** Work that comes, or whose turn comes, after closing is dropped: the next start reads what changed. */
  #whileOpen(work: () => Promise<void>): Promise<void> {
    return this.#turns.run(async () => {
      if (!this.#closed) await work();
    });
  }

  /** One unreadable source does not keep the others from being indexed. */
  async #syncOrLog(source: MemorySource, watch?: Watch): Promise<void> {
    if (this.#closed) return;
    try {
      await this.#sync(source, watch);
    } catch (error) {
      this.#options.log.error("Memories could not be indexed.", error, { source: source.source });
    }
  }

  async #sync(source: MemorySource, watch?: Watch): Promise<void> {
    const { memories, onChange } = this.#options;
    if (memories.markOf(source.source) === source.mark) return;
    const grown = await source.grown?.();
    if (grown && this.#add(source, grown)) return;
    const drafts = await source.drafts();
    if (drafts === null) return this.#clear(source.source);
    const follower = grown && new TailFollower(grown.lineage);
    const known = memories.known(source.source);
    let changed: MemoryRow[] = [];
    let slice = new Slice();
    for (const row of rowsOfSource(follower ? follower.follow(drafts) : drafts, source)) {
      const before = known.get(row.uid);
      known.delete(row.uid);
      if (before?.state !== row.state) changed.push(row);
      const isFull = changed.length >= ROWS_AT_ONCE;
      if (!isFull && !slice.isOver()) continue;
      if (isFull) {
        memories.put(source, changed);
        changed = [];
      }
      await slice.next();
      if (this.#closed || watch?.signal.aborted) return;
      watch?.onSlice();
      slice = new Slice();
    }
    memories.put(source, changed);
    await this.#remove([...known.values()].map(({ id }) => id));
    if (this.#closed) return;
    memories.setMark(source, source.mark);
    this.#tails.keep(source.source, follower?.tail ?? null);
    onChange();
  }

  /** Stores what was added to a source that this process has read before; false when it must be read whole. */
  #add(source: MemorySource, { lineage, since }: GrownSource): boolean {
    const { memories, onChange } = this.#options;
    const tail = this.#tails.get(source.source, lineage);
    const drafts = tail && since(tail.item);
    if (!tail || !drafts) return false;
    const follower = new TailFollower(lineage, tail);
    const isTaken = (uid: string, item: string | null) => {
      const known = memories.rowOf(uid);
      return known !== null && known.item !== item;
    };
    const rows = [...rowsOfSource(follower.follow(drafts), source, { ...tail, isTaken })];
    // Many at once come from an import, which is read in slices.
    if (rows.length > MAX_ADDED) return false;
    memories.put(
      source,
      rows.filter(({ uid, state }) => memories.rowOf(uid)?.state !== state),
    );
    memories.setMark(source, source.mark);
    this.#tails.keep(source.source, follower.tail ?? tail);
    onChange();
    return true;
  }

  async #clear(source: string): Promise<void> {
    const { memories, onChange } = this.#options;
    const slice = new Slice();
    this.#tails.forget(source);
    const ids = [...memories.known(source).values()].map(({ id }) => id);
    if (ids.length > ROWS_AT_ONCE) await this.#remove(ids);
    else this.#beginRemoval(ids.length);
    if (this.#closed) return;
    memories.forgetSource(source);
    this.#endRemoval();
    onChange();
    await slice.rest();
  }

  async #remove(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    const { memories } = this.#options;
    this.#beginRemoval(ids.length);
    for (let at = 0; at < ids.length && !this.#closed; at += ROWS_AT_ONCE) {
      const slice = new Slice();
      memories.removeRows(ids.slice(at, at + ROWS_AT_ONCE));
      // Where a step is slow (a large index, a busy disk), others get the thread for as long again.
      await slice.rest();
    }
    this.#endRemoval();
  }

  #beginRemoval(rows: number): void {
    const { words } = this.#options.memories;
    const isNew = performance.now() - this.#removed.at > LATELY_MS;
    this.#removed.rows = rows + (isNew ? 0 : this.#removed.rows);
    if (this.#removed.rows > MANY_ROWS && !words.isUntidy) words.beginRemoval();
  }

  #endRemoval(): void {
    this.#removed.at = performance.now();
    this.#tidyLater();
  }

  /** After everything that waits now, as more may be removed there. Also what an earlier process left. */
  #tidyLater(): void {
    if (this.#isTidying || !this.#options.memories.words.isUntidy) return;
    this.#isTidying = true;
    void this.#whileOpen(() => this.#tidy())
      .catch((error: unknown) => this.#options.log.error("The words of memories could not be tidied.", error))
      .finally(() => (this.#isTidying = false));
  }

  async #tidy(): Promise<void> {
    const { words } = this.#options.memories;
    for (let isFirst = true; !this.#closed; isFirst = false) {
      const slice = new Slice();
      if (!words.tidySome(isFirst)) return;
      await slice.rest();
    }
  }
}

/** `fresh`: nothing of them can be recalled yet. */
export type SourcesLeft = { readonly all: number; readonly fresh: number };

type Watch = { readonly signal: AbortSignal; readonly onSlice: () => void };

class Slice {
  readonly #from = performance.now();

  isOver(): boolean {
    return performance.now() - this.#from > SLICE_MS;
  }

  /** Leaves the thread to others for as long as this slice took, at most `MAX_REST_MS`. */
  async rest(): Promise<void> {
    const taken = performance.now() - this.#from;
    await (taken > SLICE_MS ? wait(Math.min(taken, MAX_REST_MS)) : this.next());
  }

  next(): Promise<void> {
    return new Promise((resolve) => {
      setImmediate(resolve);
    });
  }
}
