import type { Signal } from "#shared/contract/signal.ts";
import { WorkerClient } from "../../base/worker-client.ts";
import { workerUrl } from "../../base/worker-url.ts";
import type { Recalled, RecallRequest } from "./recall.ts";
import type { SearchRequest, SearchStart } from "./search-messages.ts";

const IDLE_MS = 30_000;
/** A search is a matter of milliseconds. */
const MAX_CLOSE_MS = 20_000;

/** Searches a project's memory in a worker, which starts with the first search. */
export type SearchClient = {
  /** Starts the worker: a search follows soon. */
  warm(): void;
  search(request: RecallRequest, model: string | null, signal?: Signal): Promise<Recalled>;
  close(): Promise<void>;
};

export const createSearchClient = (file: string): SearchClient => {
  const client = new WorkerClient<SearchRequest, Recalled>({
    name: "memory",
    url: workerUrl("memory.worker", import.meta.url),
    data: { file } satisfies SearchStart,
    // The worker closes its connection to the database.
    close: "ask",
    maxCloseMs: MAX_CLOSE_MS,
    idleMs: IDLE_MS,
  });
  return {
    warm: () => client.warm(),
    search: (request, model, signal) => client.ask({ model, request }, signal),
    close: () => client.close(),
  };
};
