import { WorkerClient } from "../base/worker-client.ts";
import { workerUrl } from "../base/worker-url.ts";
import type { HistoryRepo, RepoPlace } from "./history-repo.ts";
import type { RepoMethod, RepoRequest } from "./history.worker.ts";

/** Starting again takes less than a commit does. */
const IDLE_MS = 20_000;

/** Calls a `HistoryRepo` in the worker. The worker starts with the first call. */
export class HistoryWorkerClient {
  readonly #client = new WorkerClient<RepoRequest, unknown>({
    name: "history",
    url: workerUrl("history.worker", import.meta.url),
    close: "terminate",
    idleMs: IDLE_MS,
  });

  async call<M extends RepoMethod>(
    place: RepoPlace,
    method: M,
    ...args: Parameters<HistoryRepo[M]>
  ): Promise<Awaited<ReturnType<HistoryRepo[M]>>> {
    return (await this.#client.ask({ place, method, args })) as Awaited<ReturnType<HistoryRepo[M]>>;
  }

  close(): Promise<void> {
    return this.#client.close();
  }
}
