import { WorkerClient } from "../base/worker-client.ts";
import { workerUrl } from "../base/worker-url.ts";
import { bundledModel } from "./bundled-model.ts";
import type { Embedder } from "./embedder.ts";
import type { EmbedProgress, EmbedRequest, EmbedStart } from "./worker-messages.ts";

/** Time limit for closing. Loading the model takes one second on a quiet machine and several on a busy one. */
const MAX_CLOSE_MS = 20_000;

/**
 * The native runtime would create an id of this machine and report to its vendor. It reads the environment of
 * the process, of which a worker has only a copy, so this is set in the thread that starts the worker.
 */
const silenceRuntime = () => {
  process.env.ORT_DISABLE_TELEMETRY = "1";
};

/**
 * The bundled model in a worker, which starts with the first text and does not keep the process alive while
 * it is idle.
 */
export const createEmbedder = ({ resources }: { readonly resources: string }): Embedder => {
  const progress = new Map<number, (done: number) => void>();
  const worker = new WorkerClient<EmbedRequest, readonly Float32Array[], EmbedProgress>({
    name: "embedding",
    url: workerUrl("embeddings.worker", import.meta.url),
    data: { resources } satisfies EmbedStart,
    // Terminating a worker while its model loads can crash the whole process, so that is only the last resort.
    close: "ask",
    maxCloseMs: MAX_CLOSE_MS,
    onStart: silenceRuntime,
    onNews: ({ job, done }) => progress.get(job)?.(done),
  });
  let nextJob = 1;

  return {
    model: bundledModel.name,
    dimension: bundledModel.dimension,

    embed: async (texts, signal, { urgent = false, onProgress } = {}) => {
      if (texts.length === 0 && !signal?.aborted) return [];
      const job = nextJob++;
      progress.set(job, (done) => onProgress?.(done, texts.length));
      try {
        const vectors = await worker.ask({ job, texts, urgent }, signal);
        onProgress?.(texts.length, texts.length);
        return vectors;
      } finally {
        progress.delete(job);
      }
    },

    close: () => worker.close(),
  };
};
