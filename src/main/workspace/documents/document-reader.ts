import { OneAtATime } from "../../base/one-at-a-time.ts";
import { WorkerClient } from "../../base/worker-client.ts";
import { workerUrl } from "../../base/worker-url.ts";
import type { DocumentReply, DocumentRequest } from "./document-messages.ts";
import type { DocumentKind } from "#shared/model/document-kind.ts";
import { MAX_READING_MS } from "./document-text.ts";

export type DocumentReaderOptions = {
  /** After this a worker is ended, in milliseconds. */
  readonly maxMs?: number;
};

/** Past this the worker does not look at its clock, so it is ended. */
const MAX_MS = MAX_READING_MS + 15_000;
const MAX_HEAP_MB = 768;
/** How much the whole process may grow while one document is read, in bytes. */
const MAX_GROWTH_BYTES = 1024 * 1024 * 1024;
const LOOK_MS = 100;

/**
 * Reads documents in a worker of its own, one at a time, within limits of time and memory. Their formats are
 * hostile ground: a worker that goes too far is ended, and the next document gets a new one.
 */
export class DocumentReader {
  readonly #options: DocumentReaderOptions;
  readonly #turns = new OneAtATime();
  #worker: WorkerClient<DocumentRequest, DocumentReply> | null = null;
  #isClosed = false;

  constructor(options: DocumentReaderOptions = {}) {
    this.#options = options;
  }

  read(kind: DocumentKind, bytes: Uint8Array): Promise<DocumentReply> {
    return this.#turns.run(() => this.#read(kind, bytes));
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#end();
    await this.#turns.idle();
  }

  async #read(kind: DocumentKind, bytes: Uint8Array): Promise<DocumentReply> {
    if (this.#isClosed) throw new Error("The document reader is closed.");
    const worker = (this.#worker ??= startWorker());
    const limits = watchLimits(this.#options.maxMs ?? MAX_MS);
    try {
      return await Promise.race([worker.ask({ kind, bytes }), limits.passed]);
    } catch (error) {
      await this.#end();
      if (this.#isClosed) throw error;
      // A worker out of memory ends itself; what else ends one is the document's doing, too.
      const isFull = (error as { code?: unknown }).code === "ERR_WORKER_OUT_OF_MEMORY";
      if (error instanceof PassedLimit) return { problem: error.problem };
      return { problem: isFull ? "document-too-large" : "document-broken" };
    } finally {
      limits.stop();
    }
  }

  async #end(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    await worker?.close();
  }
}

const startWorker = (): WorkerClient<DocumentRequest, DocumentReply> =>
  new WorkerClient({
    name: "documents",
    url: workerUrl("documents.worker", import.meta.url),
    close: "terminate",
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB, stackSizeMb: 4 },
  });

class PassedLimit extends Error {
  readonly problem: "document-too-large" | "document-too-slow";

  constructor(problem: PassedLimit["problem"]) {
    super(problem);
    this.problem = problem;
  }
}

/** Rejects when the time is over or the process grew too much. */
const watchLimits = (maxMs: number): { readonly passed: Promise<never>; stop(): void } => {
  const { promise: passed, reject } = Promise.withResolvers<never>();
  const before = process.memoryUsage.rss();
  const until = performance.now() + maxMs;
  const timer = setInterval(() => {
    if (performance.now() > until) reject(new PassedLimit("document-too-slow"));
    else if (process.memoryUsage.rss() - before > MAX_GROWTH_BYTES)
      reject(new PassedLimit("document-too-large"));
  }, LOOK_MS);
  timer.unref();
  return { passed, stop: () => clearInterval(timer) };
};
