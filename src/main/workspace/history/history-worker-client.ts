import { Worker } from "node:worker_threads";
import { Failure } from "#shared/contract/index.ts";
import { workerUrl } from "../../base/worker-url.ts";
import type { HistoryRepo, RepoPlace } from "./history-repo.ts";
import type { RepoMethod, RepoReply } from "./history.worker.ts";

/** Calls a `HistoryRepo` in the worker. The worker starts with the first call. */
export class HistoryWorkerClient {
  #worker: Worker | null = null;
  #nextId = 1;
  readonly #waiting = new Map<
    number,
    { resolve: (value: unknown) => void; reject: (error: Error) => void }
  >();

  async call<M extends RepoMethod>(
    place: RepoPlace,
    method: M,
    ...args: Parameters<HistoryRepo[M]>
  ): Promise<Awaited<ReturnType<HistoryRepo[M]>>> {
    const worker = (this.#worker ??= this.#start());
    const id = this.#nextId++;
    worker.ref();
    const value = await new Promise<unknown>((resolve, reject) => {
      this.#waiting.set(id, { resolve, reject });
      worker.postMessage({ id, place, method, args });
    });
    return value as Awaited<ReturnType<HistoryRepo[M]>>;
  }

  async close(): Promise<void> {
    const worker = this.#worker;
    this.#worker = null;
    await worker?.terminate();
  }

  #start(): Worker {
    const worker = new Worker(workerUrl("history.worker", import.meta.url));
    worker.on("message", (reply: RepoReply) => this.#settle(worker, reply));
    worker.on("error", (error) => this.#lost(worker, error as Error));
    worker.on("exit", () => this.#lost(worker, new Error("The history worker ended.")));
    return worker;
  }

  #settle(worker: Worker, reply: RepoReply): void {
    const waiting = this.#waiting.get(reply.id);
    this.#waiting.delete(reply.id);
    // An idle worker does not keep the process alive.
    if (this.#waiting.size === 0) worker.unref();
    if ("value" in reply) waiting?.resolve(reply.value);
    else if ("failure" in reply) {
      const { code, message, detail } = reply.failure;
      waiting?.reject(new Failure(code, message, detail));
    } else waiting?.reject(new Error(reply.bug));
  }

  #lost(worker: Worker, error: Error): void {
    if (this.#worker === worker) this.#worker = null;
    for (const waiting of this.#waiting.values()) waiting.reject(error);
    this.#waiting.clear();
  }
}
