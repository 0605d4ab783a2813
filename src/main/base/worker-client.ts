import { type ResourceLimits, Worker } from "node:worker_threads";
import { Failure, type FailureValue } from "#shared/contract/failure.ts";
import type { Signal } from "#shared/contract/signal.ts";

/** To the worker; `stop` names a request that nobody waits for, `close` asks it to close what it opened and end. */
export type WorkerMessage<Request> =
  | { readonly id: number; readonly request: Request }
  | { readonly stop: number }
  | { readonly close: true };
/** From the worker, to one request. `bug` is an unexpected error that it threw. */
export type WorkerReply<Value> =
  | { readonly id: number; readonly value: Value }
  | { readonly id: number; readonly failure: FailureValue }
  | { readonly id: number; readonly bug: string };
/** From the worker, at any time: progress, or something that happened. */
export type WorkerNews<News> = { readonly news: News };

export type WorkerClientOptions<News = never> = {
  /** For messages: "The <name> worker ended with code 1." */
  readonly name: string;
  readonly url: URL;
  readonly data?: unknown;
  /** `ask` lets the worker close what it holds; `terminate` ends it at once, whatever it is doing. */
  readonly close: "ask" | "terminate";
  /** A worker that was asked to close and takes longer is terminated. */
  readonly maxCloseMs?: number;
  /** A worker that needs more ends with `ERR_WORKER_OUT_OF_MEMORY`. */
  readonly resourceLimits?: ResourceLimits;
  /** Before each start. */
  readonly onStart?: () => void;
  /** What the worker reports without being asked. */
  readonly onNews?: (news: News) => void;
  /** The worker ended, and nobody closed it. */
  readonly onLost?: (error: Error) => void;
};

type Waiting<Value> = (reply: WorkerReply<Value> | Error) => void;

/**
 * Sends requests to a worker and matches its answers by id (the other side is `answerRequests`). The worker
 * starts with the first request and does not keep the process alive while no request is pending. When it
 * crashes, every pending request is rejected with the error, and the next request starts a new worker.
 */
export class WorkerClient<Request, Value, News = never> {
  readonly #options: WorkerClientOptions<News>;
  readonly #waiting = new Map<number, Waiting<Value>>();
  #worker: Worker | null = null;
  #nextId = 1;
  #isClosed = false;

  constructor(options: WorkerClientOptions<News>) {
    this.#options = options;
  }

  get isRunning(): boolean {
    return this.#worker !== null;
  }

  /** Starts the worker before there is a request, so that the first one does not wait for the start. */
  warm(): void {
    if (this.#isClosed || this.#worker) return;
    this.#worker = this.#start();
    this.#worker.unref();
  }

  /** Rejects at once when the signal is aborted; the worker is asked to stop, and its answer is dropped. */
  ask(request: Request, signal?: Signal): Promise<Value> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(new Error(`The ${this.#options.name} worker is closed.`));
      if (signal?.aborted) return reject(signal.reason);
      const id = this.#nextId++;
      const onAbort = () => {
        this.#worker?.postMessage({ stop: id } satisfies WorkerMessage<Request>);
        reject(signal?.reason);
      };
      signal?.addEventListener("abort", onAbort);
      this.#waiting.set(id, (reply) => {
        signal?.removeEventListener("abort", onAbort);
        if (reply instanceof Error) reject(reply);
        else if ("value" in reply) resolve(reply.value);
        else reject("failure" in reply ? Failure.from(reply.failure) : new Error(reply.bug));
      });
      const worker = (this.#worker ??= this.#start());
      worker.ref();
      worker.postMessage({ id, request } satisfies WorkerMessage<Request>);
    });
  }

  /** Ends the worker, whatever it is doing. Pending requests are rejected; the next one starts a new worker. */
  async terminate(): Promise<void> {
    await this.#worker?.terminate();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    const worker = this.#worker;
    if (!worker) return;
    if (this.#options.close === "terminate") {
      await worker.terminate();
      return;
    }
    worker.ref();
    const gone = new Promise((resolve) => worker.once("exit", resolve));
    worker.postMessage({ close: true } satisfies WorkerMessage<Request>);
    const { maxCloseMs } = this.#options;
    const timer = maxCloseMs === undefined ? null : setTimeout(() => void worker.terminate(), maxCloseMs);
    await gone;
    if (timer) clearTimeout(timer);
  }

  #start(): Worker {
    const { name, url, data, resourceLimits, onStart, onNews, onLost } = this.#options;
    onStart?.();
    const worker = new Worker(url, { workerData: data, ...(resourceLimits && { resourceLimits }) });
    const lost = (error: Error) => {
      // The exit event of a crashed worker follows its error; by then, new requests may already wait for the
      // next worker.
      if (this.#worker !== worker) return;
      this.#worker = null;
      for (const id of this.#waiting.keys()) this.#settle(worker, id, error);
      if (!this.#isClosed) onLost?.(error);
    };
    worker.on("message", (message: WorkerReply<Value> | WorkerNews<News>) => {
      if (!("news" in message)) this.#settle(worker, message.id, message);
      else if (!this.#isClosed) onNews?.(message.news);
    });
    worker.on("error", (error) => lost(error as Error));
    worker.on("exit", (code) => lost(new Error(`The ${name} worker ended with code ${code}.`)));
    return worker;
  }

  #settle(worker: Worker, id: number, reply: WorkerReply<Value> | Error): void {
    const settle = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (this.#waiting.size === 0) worker.unref();
    settle?.(reply);
  }
}
