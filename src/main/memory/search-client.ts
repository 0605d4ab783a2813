import { Worker } from "node:worker_threads";
import { Failure } from "#shared/contract/failure.ts";
import type { Signal } from "#shared/contract/signal.ts";
import { workerUrl } from "../base/worker-url.ts";
import type { Recalled, RecallRequest } from "./recall.ts";
import type { SearchReply, SearchRequest, SearchStart } from "./search-messages.ts";

/** Searches a project's memory in a worker, which is started with the first search. */
export type SearchClient = {
  search(request: RecallRequest, model: string | null, signal?: Signal): Promise<Recalled>;
  close(): Promise<void>;
};

export const createSearchClient = (file: string): SearchClient => {
  const waiting = new Map<number, (reply: SearchReply | Error) => void>();
  let worker: Worker | null = null;
  let nextId = 1;
  let closed = false;

  const start = (): Worker => {
    const started = new Worker(workerUrl("memory.worker", import.meta.url), {
      workerData: { file } satisfies SearchStart,
    });
    const take = (id: number) => {
      const settle = waiting.get(id);
      waiting.delete(id);
      if (waiting.size === 0) started.unref();
      return settle;
    };
    const lost = (error: Error) => {
      if (worker === started) worker = null;
      for (const id of waiting.keys()) take(id)?.(error);
    };
    started.on("message", (reply: SearchReply) => take(reply.id)?.(reply));
    started.on("error", lost);
    started.on("exit", (code) => lost(new Error(`The memory worker ended with code ${code}.`)));
    return started;
  };

  return {
    search: (request, model, signal) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new Error("The memory is closed."));
        if (signal?.aborted) return reject(signal.reason);
        const id = nextId++;
        const onAbort = () => reject(signal?.reason);
        signal?.addEventListener("abort", onAbort);
        waiting.set(id, (reply) => {
          signal?.removeEventListener("abort", onAbort);
          if (reply instanceof Error) reject(reply);
          else if ("recalled" in reply) resolve(reply.recalled);
          else reject("failure" in reply ? Failure.from(reply.failure) : new Error(reply.error));
        });
        worker ??= start();
        worker.ref();
        worker.postMessage({ id, model, request } satisfies SearchRequest);
      }),
    close: async () => {
      closed = true;
      const closing = worker;
      if (!closing) return;
      closing.ref();
      const gone = new Promise((resolve) => closing.once("exit", resolve));
      closing.postMessage({ close: true });
      await gone;
    },
  };
};
