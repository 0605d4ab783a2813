import type { ResourceLimits } from "node:worker_threads";
import { Failure, type FailureValue } from "#shared/contract/failure.ts";
import type { Signal } from "#shared/contract/signal.ts";
import type { StartChild } from "./child-process.ts";
import { startProcess, startThread, type WorkerSide } from "./worker-side.ts";

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
  /** Runs the worker in a process of its own (see `process-port.ts`), whose memory the system gets back at its end. */
  readonly startChild?: StartChild;
  /** A worker without a request for this long is closed; the next request starts a new one. */
  readonly idleMs?: number;
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
  readonly #ending = new Set<Promise<void>>();
  #worker: WorkerSide | null = null;
  #idle: NodeJS.Timeout | null = null;
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
    this.#rest(this.#worker);
  }

  /** Rejects at once when the signal is aborted; the worker is asked to stop, and its answer is dropped. */
  ask(request: Request, signal?: Signal): Promise<Value> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(new Error(`The ${this.#options.name} worker is closed.`));
      if (signal?.aborted) return reject(signal.reason);
      const id = this.#nextId++;
      const onAbort = () => {
        this.#worker?.post({ stop: id } satisfies WorkerMessage<Request>);
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
      this.#stopResting();
      worker.hold(true);
      worker.post({ id, request } satisfies WorkerMessage<Request>);
    });
  }

  /** Ends the worker, whatever it is doing. Pending requests are rejected; the next one starts a new worker. */
  async terminate(): Promise<void> {
    await this.#worker?.terminate();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#stopResting();
    if (this.#worker) this.#end(this.#worker);
    await Promise.all(this.#ending);
  }

  /** What is pending is rejected when the worker has ended. */
  #end(worker: WorkerSide): void {
    const { close, maxCloseMs } = this.#options;
    const gone = Promise.withResolvers<void>();
    worker.onExit(() => gone.resolve());
    this.#ending.add(gone.promise);
    void gone.promise.then(() => this.#ending.delete(gone.promise));
    if (close === "terminate") {
      void worker.terminate();
      return;
    }
    worker.hold(true);
    worker.post({ close: true } satisfies WorkerMessage<Request>);
    if (maxCloseMs === undefined) return;
    const timer = setTimeout(() => void worker.terminate(), maxCloseMs);
    void gone.promise.then(() => clearTimeout(timer));
  }

  /** Nothing is pending: the worker does not keep this process alive, and is closed after a while. */
  #rest(worker: WorkerSide): void {
    worker.hold(false);
    this.#stopResting();
    const { idleMs } = this.#options;
    if (idleMs === undefined || this.#isClosed) return;
    this.#idle = setTimeout(() => {
      if (this.#worker !== worker) return;
      // From here on a request starts the next worker, while this one closes.
      this.#worker = null;
      this.#end(worker);
    }, idleMs).unref();
  }

  #stopResting(): void {
    if (this.#idle) clearTimeout(this.#idle);
    this.#idle = null;
  }

  #start(): WorkerSide {
    const { name, url, data, resourceLimits, startChild, onNews, onLost } = this.#options;
    const worker = startChild
      ? startProcess(startChild, url, name, data)
      : startThread(url, data, resourceLimits);
    const lost = (error: Error) => {
      // The exit event of a crashed worker follows its error; by then, new requests may already wait for the
      // next worker.
      if (this.#worker !== worker) return;
      this.#worker = null;
      this.#stopResting();
      for (const id of this.#waiting.keys()) this.#settle(worker, id, error);
      if (!this.#isClosed) onLost?.(error);
    };
    worker.onMessage((raw) => {
      const message = raw as WorkerReply<Value> | WorkerNews<News>;
      if (!("news" in message)) this.#settle(worker, message.id, message);
      else if (!this.#isClosed) onNews?.(message.news);
    });
    worker.onError(lost);
    worker.onExit((how) => lost(new Error(`The ${name} worker ended with ${how}.`)));
    return worker;
  }

  #settle(worker: WorkerSide, id: number, reply: WorkerReply<Value> | Error): void {
    const settle = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (this.#waiting.size === 0 && this.#worker === worker) this.#rest(worker);
    settle?.(reply);
  }
}
