import type { StartChild } from "../base/child-process.ts";
import { WorkerClient } from "../base/worker-client.ts";
import { workerUrl } from "../base/worker-url.ts";
import { bundledModel } from "./bundled-model.ts";
import type { Embedder } from "./embedder.ts";
import type { EmbedProgress, EmbedRequest, EmbedStart } from "./worker-messages.ts";

/** The model and its runtime hold about 110 MB; loading them again takes a third of a second. */
const IDLE_MS = 20_000;

export type EmbedderOptions = { readonly resources: string; readonly startChild: StartChild };

/**
 * The bundled model in a process of its own, which starts with the first text and ends when there was none for a
 * while. A thread would not do: its runtime leaves most of its memory to this process.
 */
export const createEmbedder = ({ resources, startChild }: EmbedderOptions): Embedder => {
  const progress = new Map<number, (done: number) => void>();
  const worker = new WorkerClient<EmbedRequest, readonly Float32Array[], EmbedProgress>({
    name: "embedding",
    url: workerUrl("embeddings.process", import.meta.url),
    data: { resources } satisfies EmbedStart,
    startChild,
    idleMs: IDLE_MS,
    // It has nothing that must be closed, and a model that is loading cannot be asked.
    close: "terminate",
    onNews: ({ job, done }) => progress.get(job)?.(done),
  });
  let nextJob = 1;

  return {
    model: bundledModel.name,
    dimension: bundledModel.dimension,
    onlyEnglish: true,

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
