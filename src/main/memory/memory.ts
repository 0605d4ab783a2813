import { setTimeout as delay } from "node:timers/promises";
import { Failure, type FailureValue } from "#shared/contract/failure.ts";
import type { Signal } from "#shared/contract/signal.ts";
import type { Courtesy } from "../base/courtesy.ts";
import { abortSignal } from "../base/abort-signal.ts";
import type { Clock } from "../base/clock.ts";
import { Disposables } from "../base/disposables.ts";
import type { Log } from "../base/log.ts";
import type { Embedder } from "../embeddings/embedder.ts";
import type { Store } from "../store/open-store.ts";
import { EmbedQueue } from "./index/embed-queue.ts";
import { MemoryIndexer } from "./index/memory-indexer.ts";
import type { MemorySource } from "./index/memory-sources.ts";
import { MemoryStore } from "./tables/memory-store.ts";
import type { Recalled } from "./recall/recall.ts";
import { type Fusion, type PresetName } from "./recall/recall-settings.ts";
import { RecallSignals } from "./recall/recall-signals.ts";
import { createSearchClient, type SearchClient } from "./recall/search-client.ts";
import type { Tier } from "./tiers.ts";
import { guessLanguage } from "./index/words/language.ts";
import { isLanguagePresent } from "./index/words/languages-present.ts";
import { VectorStore } from "./index/vector-store.ts";

export type MemoryOptions = {
  readonly store: Store;
  readonly clock: Clock;
  readonly log: Log;
  /** `YYYY-MM-DD` in the user's time zone. */
  readonly today: () => string;
  /** Everything memories are currently read from. */
  readonly sources: () => Promise<readonly MemorySource[]>;
  readonly embedder: () => Embedder;
  /** The embedder of an earlier model; null when it is not available any more. */
  readonly embedderFor: (model: string) => Embedder | null;
  readonly settings: () => { readonly fusion: Fusion; readonly preset: PresetName | "auto" };
  /** Where reading all sources and embedding them lets requests of the user go first. */
  readonly courtesy?: Courtesy;
  readonly onChange: () => void;
  readonly onProgress: (progress: MemoryProgress) => void;
};

export type MemoryProgress = {
  readonly work: "indexing" | "embedding";
  readonly done: number;
  readonly total: number;
  /** It ended before everything was done. */
  readonly stopped?: boolean;
};

export type MemoryQuery = {
  readonly query: string;
  readonly workspace: string;
  readonly agent: string | null;
  readonly tiers?: readonly Tier[] | undefined;
  readonly notSession?: string | undefined;
  readonly limit: number;
  readonly forContext?: boolean;
  readonly fusion?: Fusion | undefined;
  readonly preset?: PresetName | "auto" | undefined;
};

export type MemoryAnswer = Recalled & {
  /** Why the search did not use vectors; null when it did. */
  readonly note: string | null;
};

/** Longer queries are cut: the sentence model reads far less, and words are taken from the beginning. */
const MAX_QUERY_CHARS = 16_384;

/** A server that hangs must not delay an answer. */
const MAX_QUERY_MS = 5_000;

const FEW = 256;
const MAX_WAIT_MS = 8_000;

const EMBED_AFTER_MS = 1_000;

/** The memory of a project: updated from its sources, and searched. */
export class Memory {
  readonly memories: MemoryStore;
  readonly vectors: VectorStore;
  readonly signals: RecallSignals;
  readonly indexer: MemoryIndexer;
  readonly #options: MemoryOptions;
  readonly #queue: EmbedQueue;
  readonly #search: SearchClient;
  readonly #owned = new Disposables();
  /** The model whose vectors are searched; null when there are none. */
  #serving: string | null = null;
  #timer: NodeJS.Timeout | undefined;

  constructor(options: MemoryOptions) {
    const { store, clock, log, embedder, onChange, onProgress } = options;
    this.#options = options;
    this.memories = new MemoryStore(store, clock);
    this.vectors = new VectorStore(store);
    this.signals = new RecallSignals(store);
    this.#search = this.#owned.own(createSearchClient(store.file));
    this.#queue = this.#owned.own(
      new EmbedQueue({
        vectors: this.vectors,
        embedder,
        log,
        courtesy: options.courtesy,
        onProgress: (done, total) => {
          // Counting all vectors is slow, so it is not done each time.
          if (this.#serving === null || done % 256 === 0) this.#chooseServing();
          onProgress({ work: "embedding", done, total });
        },
        onIdle: () => {
          this.#chooseServing();
          if (this.#queue.paused || this.#queue.held || this.#queue.failure) {
            onProgress({ work: "embedding", done: 0, total: this.state().pending, stopped: true });
          }
        },
      }),
    );
    this.indexer = this.#owned.own(
      new MemoryIndexer({
        memories: this.memories,
        log,
        courtesy: options.courtesy,
        onProgress: (done, total, stopped = false) => onProgress({ work: "indexing", done, total, stopped }),
        onChange: () => {
          this.#wakeSoon();
          onChange();
        },
      }),
    );
    this.#chooseServing();
  }

  /** Reads what changed since the project was last open, and continues embedding. */
  async start(onListed?: () => void): Promise<void> {
    await this.indexer.syncAll(this.#options.sources, onListed);
    this.#wakeSoon();
  }

  /** Called when the user chose a different embedding model. */
  embedderChanged(): void {
    this.#chooseServing();
    this.#queue.wake();
  }

  pauseEmbedding(paused: boolean): void {
    this.#queue.pause(paused);
  }

  /** Embedding waits until the returned function is called; memories are found by words meanwhile. */
  holdEmbedding(): () => void {
    return this.#queue.hold();
  }

  /** Settles when everything known is indexed and, as far as possible, embedded. */
  async settled(): Promise<void> {
    await this.indexer.settled();
    this.#queue.wake();
    await this.#queue.settled();
  }

  /**
   * Waits for the last few memories without a vector, so that a new memory is found by meaning, also by a
   * command that exits after its answer. Does not wait for many, nor for a model that cannot embed now.
   */
  async nearlyEmbedded(): Promise<void> {
    const { model, serving, pending, failure } = this.state();
    const isOther = serving !== null && serving !== model;
    if (pending === 0 || pending > FEW || isOther || failure !== null || this.#queue.held) return;
    await Promise.race([this.settled(), delay(MAX_WAIT_MS, undefined, { ref: false })]);
  }

  state(): {
    readonly model: string;
    readonly serving: string | null;
    readonly pending: number;
    readonly paused: boolean;
    readonly failure: FailureValue | null;
  } {
    const { model } = this.#options.embedder();
    const pending = this.vectors.countPending(model);
    const { paused, failure } = this.#queue;
    return { model, serving: this.#serving, pending, paused, failure };
  }

  /** Called when a search follows soon. */
  warm(): void {
    this.#search.warm();
  }

  async search(asked: MemoryQuery, signal?: Signal): Promise<MemoryAnswer> {
    this.#wakeSoon();
    const query = asked.query.slice(0, MAX_QUERY_CHARS);
    const settings = this.#options.settings();
    const { vector, model, note } = await this.#embedQuery(query, asked.workspace, signal);
    const recalled = await this.#search.search(
      {
        query,
        vector,
        filter: {
          workspace: asked.workspace,
          agent: asked.agent,
          tiers: asked.tiers ?? null,
          notSession: asked.notSession ?? null,
        },
        fusion: asked.fusion ?? settings.fusion,
        preset: asked.preset ?? settings.preset,
        today: this.#options.today(),
        limit: asked.limit,
        forContext: asked.forContext ?? false,
      },
      model,
      signal,
    );
    return { ...recalled, note };
  }

  close(): Promise<void> {
    clearTimeout(this.#timer);
    return this.#owned.close();
  }

  async #embedQuery(query: string, workspace: string, signal: Signal | undefined) {
    const without = (note: string | null) => ({ vector: null, model: null, note });
    if (query.trim() === "") return without(null);
    const model = this.#serving;
    const embedder = model === null ? null : this.#embedderOf(model);
    if (!embedder) return without(this.#whyNoVectors());
    if (embedder.onlyEnglish && this.#isForeign(query, workspace)) return without(ENGLISH_MODEL);
    const late = AbortSignal.timeout(MAX_QUERY_MS);
    const stop = signal ? AbortSignal.any([abortSignal(signal), late]) : late;
    try {
      const [vector] = await embedder.embed([query], stop, { urgent: true });
      const known = this.vectors.models().find((other) => other.model === model)?.dimension;
      if (vector && vector.length !== known) return without(otherDimension(vector.length, known));
      return { vector: vector ?? null, model, note: null };
    } catch (error) {
      if (signal?.aborted) throw signal.reason;
      if (late.aborted) return without(TOO_SLOW);
      if (!(error instanceof Failure)) this.#options.log.error("A query could not be embedded.", error);
      return without(error instanceof Failure ? error.message : WORDS_ONLY);
    }
  }

  /** Words of a different language, which memories are in, too: one foreign name does not make a query foreign. */
  #isForeign(query: string, workspace: string): boolean {
    const language = guessLanguage(query);
    if (language === null || language === "en") return false;
    return isLanguagePresent(this.#options.store.db, workspace, language);
  }

  #whyNoVectors(): string {
    return this.#queue.failure?.message ?? WORDS_ONLY;
  }

  /** Delayed: a command that exits at once, and a user who is still typing, need no model loaded. */
  #wakeSoon(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#queue.wake(), EMBED_AFTER_MS);
    this.#timer.unref();
  }

  /** The chosen model as soon as it has no fewer vectors than the previous one, which is used until then. */
  #chooseServing(): void {
    const { model: chosen } = this.#options.embedder();
    const counted = this.vectors.models().filter(({ vectors }) => vectors > 0);
    const best = counted
      .filter(({ model }) => this.#embedderOf(model) !== null)
      .sort((a, b) => b.vectors - a.vectors || Number(b.model === chosen) - Number(a.model === chosen))[0];
    this.#serving = best?.model ?? null;
  }

  #embedderOf(model: string): Embedder | null {
    const chosen = this.#options.embedder();
    return chosen.model === model ? chosen : this.#options.embedderFor(model);
  }
}

const otherDimension = (given: number, known: number | undefined) =>
  `The embedding model returned ${given} numbers where ${known} were expected, so memories were searched by words only.`;
const ENGLISH_MODEL =
  "The built-in sentence model reads English only, so memories were searched by words. A model of a server can be chosen in the settings.";
const TOO_SLOW = "The embedding model took too long, so memories were searched by words only.";
const WORDS_ONLY = "Memories are not embedded yet, so they were searched by words only.";
