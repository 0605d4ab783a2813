import { Failure, type FailureValue } from "#shared/contract/failure.ts";
import type { Courtesy } from "../../base/courtesy.ts";
import type { Log } from "../../base/log.ts";
import type { Embedder } from "../../embeddings/embedder.ts";
import { embeddedText } from "./embedded-text.ts";
import type { VectorStore } from "./vector-store.ts";

export type EmbedQueueOptions = {
  readonly vectors: VectorStore;
  /** The embedder that the user chose, read when needed. */
  readonly embedder: () => Embedder;
  readonly log: Log;
  /** Where embedding lets requests of the user go first. */
  readonly courtesy?: Courtesy | undefined;
  readonly onProgress: (done: number, total: number) => void;
  /** Resolves when every memory has a vector of the chosen model, or embedding cannot continue. */
  readonly onIdle: () => void;
};

/** Small, so that finished vectors are stored even if the process ends, and a write is quick. */
const AT_ONCE = 16;
const DROPPED_AT_ONCE = 200;

/**
 * Embeds every memory, in the background. The remaining work is whatever has no vector, so it resumes where
 * it was interrupted. Vectors of a different model are dropped when the chosen one has them all.
 */
export class EmbedQueue {
  readonly #options: EmbedQueueOptions;
  #running: Promise<void> | null = null;
  #stop = new AbortController();
  /** Ends the current run, and not the queue. */
  #rest = new AbortController();
  #paused = false;
  #holds = 0;
  #again = false;
  #failure: FailureValue | null = null;

  constructor(options: EmbedQueueOptions) {
    this.#options = options;
  }

  /** Why the last attempt ended early. */
  get failure(): FailureValue | null {
    return this.#failure;
  }

  get paused(): boolean {
    return this.#paused;
  }

  /** Larger work goes first; embedding continues by itself when that is over. */
  get held(): boolean {
    return this.#holds > 0;
  }

  /** Finished vectors stay; resuming embeds the rest. */
  pause(paused: boolean): void {
    if (paused === this.#paused) return;
    this.#paused = paused;
    if (paused) this.#endRun();
    else this.wake();
  }

  /** Until the returned function is called. A question is embedded all the same. */
  hold(): () => void {
    this.#holds += 1;
    this.#endRun();
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      this.#holds -= 1;
      this.wake();
    };
  }

  get #mayRun(): boolean {
    return !this.#stop.signal.aborted && !this.#paused && !this.held;
  }

  #endRun(): void {
    this.#rest.abort(new Error("Embedding was stopped."));
    this.#rest = new AbortController();
  }

  /** Starts the queue if there is work. */
  wake(): void {
    if (!this.#mayRun) return;
    if (this.#running) {
      this.#again = true;
      return;
    }
    this.#running = this.#run().finally(() => {
      this.#running = null;
      if (this.#again && this.#failure === null && this.#mayRun) this.wake();
      else this.#options.onIdle();
    });
  }

  async settled(): Promise<void> {
    while (this.#running) await this.#running;
  }

  async close(): Promise<void> {
    this.#stop.abort(new Error("The memory is closed."));
    await this.settled();
  }

  async #run(): Promise<void> {
    const { vectors, embedder, log, courtesy, onProgress } = this.#options;
    this.#again = false;
    this.#failure = null;
    const signal = AbortSignal.any([this.#stop.signal, this.#rest.signal]);
    try {
      let done = 0;
      let left = 0;
      let below: number | undefined;
      for (;;) {
        await courtesy?.pass(signal);
        signal.throwIfAborted();
        const chosen = embedder();
        // New messages come first, and counting takes long in a large memory.
        if (below === undefined || this.#again) {
          this.#again = false;
          below = undefined;
          left = vectors.countPending(chosen.model);
        }
        const batch = left > 0 ? vectors.pending(chosen.model, AT_ONCE, below) : [];
        if (batch.length === 0 && below !== undefined) {
          below = undefined;
          continue;
        }
        if (batch.length === 0) return await this.#dropOthers(chosen.model);
        const made = await chosen.embed(batch.map(embeddedText), signal);
        vectors.save(
          chosen.model,
          batch.map(({ id }, at) => ({ id, vector: made[at] as Float32Array })),
        );
        below = batch.at(-1)?.id;
        done += batch.length;
        left = Math.max(0, left - batch.length);
        onProgress(done, done + left);
      }
    } catch (error) {
      if (signal.aborted) return;
      if (!(error instanceof Failure)) log.error("Memories could not be embedded.", error);
      this.#failure =
        error instanceof Failure
          ? error.toValue()
          : { code: "embedding-failed", message: "Memories could not be embedded." };
    }
  }

  async #dropOthers(model: string): Promise<void> {
    while (!this.#stop.signal.aborted && this.#options.vectors.dropSomeOthers(model, DROPPED_AT_ONCE)) {
      await new Promise((resolve) => setImmediate(resolve));
    }
  }
}
