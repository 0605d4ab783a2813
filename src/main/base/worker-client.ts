import { type ResourceLimits, Worker } from "node:worker_threads";
import { Failure, type FailureValue } from "#shared/contract/failure.ts";
import type { Signal } from "#shared/contract/signal.ts";

/** To the worker; `close` asks it to close what it opened and end. */
export type WorkerMessage<Request> =
  | { readonly id: number; readonly request: Request }
  | { readonly close: true };
/** From the worker. `bug` is an unexpected error that it threw. */
export type WorkerReply<Value> =
  | { readonly id: number; readonly value: Value }
  | { readonly id: number; readonly failure: FailureValue }
  | { readonly id: number; readonly bug: string };

export type WorkerClientOptions = {
  /** For messages: "The <name> worker ended with code 1." */
  readonly name: string;
  readonly url: URL;
  readonly data?: unknown;
  /** `ask` lets the worker close what it holds; `terminate` ends it at once, whatever it is doing. */
  readonly close: "ask" | "terminate";
  /** A worker that needs more ends with `ERR_WORKER_OUT_OF_MEMORY`. */
  readonly resourceLimits?: ResourceLimits;
};

type Waiting<Value> = (reply: WorkerReply<Value> | Error) => void;

/**
 * Sends requests to a worker and matches its answers by id (the other side is `answerRequests`). The worker
 * starts with the first request and does not keep the process alive while no request is pending. When it
 * crashes, every pending request is rejected with the error, and the next request starts a new worker.
 */
export class WorkerClient<Request, Value> {
  readonly #options: WorkerClientOptions;
  readonly #waiting = new Map<number, Waiting<Value>>();
  #worker: Worker | null = null;
  #nextId = 1;
  #isClosed = false;

  constructor(options: WorkerClientOptions) {
    this.#options = options;
  }

  /** Rejects at once when the signal is aborted; the worker still finishes, and its answer is dropped. */
  ask(request: Request, signal?: Signal): Promise<Value> {
    return new Promise((resolve, reject) => {
      if (this.#isClosed) return reject(new Error(`The ${this.#options.name} worker is closed.`));
      if (signal?.aborted) return reject(signal.reason);
      const id = this.#nextId++;
      const onAbort = () => reject(signal?.reason);
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
    await gone;
  }

  #start(): Worker {
    const { name, url, data, resourceLimits } = this.#options;
    const worker = new Worker(url, { workerData: data, ...(resourceLimits && { resourceLimits }) });
    const lost = (error: Error) => {
      // The exit event of a crashed worker follows its error; by then, new requests may already wait for the
      // next worker.
      if (this.#worker !== worker) return;
      this.#worker = null;
      for (const id of this.#waiting.keys()) this.#settle(worker, id, error);
    };
    worker.on("message", (reply: WorkerReply<Value>) => this.#settle(worker, reply.id, reply));
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
