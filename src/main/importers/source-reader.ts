import { Failure } from "#shared/contract/failure.ts";
import type { Signal } from "#shared/contract/signal.ts";
import { WorkerClient } from "../base/worker-client.ts";
import { workerUrl } from "../base/worker-url.ts";
import type { Batch, Chosen, ImportNews, ImportReply, ImportRequest, PlanRead } from "./import-messages.ts";

/** A conversation of 256 MB takes some ten times as much once it is parsed. */
const MAX_HEAP_MB = 4_096;

type Watch = {
  readonly signal?: Signal | undefined;
  readonly onNews?: ((news: ImportNews) => void) | undefined;
};

/** Reads a source in a worker of its own, which ends with the reading. */
export const readPlanApart = (chosen: Chosen, known: readonly string[], watch: Watch): Promise<PlanRead> =>
  withWorker(
    watch,
    async (worker) => (await worker.ask({ ask: "plan", chosen, known }, watch.signal)) as PlanRead,
  );

/** Hands over the chosen things, a few at a time. The next ones are read while these are written. */
export const readBatchesApart = (
  chosen: Chosen,
  keys: readonly string[],
  watch: Watch,
  write: (batch: Batch) => Promise<void>,
): Promise<void> =>
  withWorker(watch, async (worker) => {
    let coming = worker.ask({ ask: "begin", chosen, keys }, watch.signal) as Promise<Batch>;
    for (;;) {
      const batch = await coming;
      if (!batch.isLast) {
        coming = worker.ask({ ask: "next" }, watch.signal) as Promise<Batch>;
        // Awaited in the next round, or never when writing fails.
        coming.catch(() => {});
      }
      await write(batch);
      if (batch.isLast) return;
    }
  });

const withWorker = async <T>(
  { onNews }: Watch,
  work: (worker: WorkerClient<ImportRequest, ImportReply, ImportNews>) => Promise<T>,
): Promise<T> => {
  const worker = new WorkerClient<ImportRequest, ImportReply, ImportNews>({
    name: "importers",
    url: workerUrl("importers.worker", import.meta.url),
    close: "terminate",
    resourceLimits: { maxOldGenerationSizeMb: MAX_HEAP_MB },
    ...(onNews && { onNews }),
  });
  try {
    return await work(worker);
  } catch (error) {
    if ((error as { code?: unknown }).code === "ERR_WORKER_OUT_OF_MEMORY")
      throw new Failure(
        "import-too-large",
        "A part of this export is too large to be read. Nothing was written.",
      );
    throw error;
  } finally {
    await worker.close();
  }
};
