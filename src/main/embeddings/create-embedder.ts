import { Worker } from "node:worker_threads";
import { Failure } from "#shared/contract/failure.ts";
import { workerUrl } from "../base/worker-url.ts";
import { bundledModel } from "./bundled-model.ts";
import type { Embedder } from "./embedder.ts";
import type { WorkerReply, WorkerRequest, WorkerStart } from "./worker-messages.ts";

/** Time limit for closing. Loading the model takes one second on a quiet machine and several on a busy one. */
const MAX_CLOSE_MS = 20_000;

/**
 * The native runtime would create an id of this machine and report to its vendor. It reads the environment of
 * the process, of which a worker has only a copy, so this is set in the thread that starts the worker.
 */
const silenceRuntime = () => {
  process.env.ORT_DISABLE_TELEMETRY = "1";
};

type Job = { progress(done: number): void; settle(result: readonly Float32Array[] | Error): void };

/**
 * The bundled model in a worker, which starts with the first text and does not keep the process alive while
 * it is idle.
 */
export const createEmbedder = ({ resources }: { readonly resources: string }): Embedder => {
  const jobs = new Map<number, Job>();
  let worker: Worker | null = null;
  let nextId = 1;
  let closed = false;

  const take = (id: number): Job | undefined => {
    const job = jobs.get(id);
    jobs.delete(id);
    if (jobs.size === 0) worker?.unref();
    return job;
  };
  const end = (id: number, result: readonly Float32Array[] | Error) => take(id)?.settle(result);
  const hear = (reply: WorkerReply) => {
    if (reply.kind === "progress") jobs.get(reply.id)?.progress(reply.done);
    else end(reply.id, reply.kind === "done" ? reply.vectors : Failure.from(reply.error));
  };
  const start = (): Worker => {
    silenceRuntime();
    const started = new Worker(workerUrl("embeddings.worker", import.meta.url), {
      workerData: { resources } satisfies WorkerStart,
    });
    const lost = (error: Error) => {
      if (worker === started) worker = null;
      for (const id of jobs.keys()) end(id, error);
    };
    started.on("message", hear);
    started.on("error", lost);
    started.on("exit", (code) => lost(new Error(`The embedding worker ended with code ${code}.`)));
    return started;
  };
  const post = (request: WorkerRequest) => (worker ??= start()).postMessage(request);

  return {
    model: bundledModel.name,
    dimension: bundledModel.dimension,

    embed: (texts, signal, { urgent = false, onProgress } = {}) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new Error("The embedder is closed."));
        if (signal?.aborted) return reject(signal.reason);
        if (texts.length === 0) return resolve([]);
        const id = nextId++;
        const onAbort = () => {
          signal?.removeEventListener("abort", onAbort);
          take(id);
          post({ kind: "stop", id });
          reject(signal?.reason);
        };
        jobs.set(id, {
          progress: (done) => onProgress?.(done, texts.length),
          settle: (result) => {
            signal?.removeEventListener("abort", onAbort);
            if (result instanceof Error) return reject(result);
            onProgress?.(texts.length, texts.length);
            resolve(result);
          },
        });
        signal?.addEventListener("abort", onAbort);
        post({ kind: "embed", id, texts, urgent });
        worker?.ref();
      }),

    close: async () => {
      closed = true;
      const closing = worker;
      if (!closing) return;
      closing.ref();
      const gone = new Promise((resolve) => closing.once("exit", resolve));
      closing.postMessage({ kind: "close" } satisfies WorkerRequest);
      // Terminating a worker while its model loads can crash the whole process, so that is only the last
      // resort.
      const timer = setTimeout(() => void closing.terminate(), MAX_CLOSE_MS);
      await gone;
      clearTimeout(timer);
    },
  };
};
