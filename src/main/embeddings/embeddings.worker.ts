import { parentPort, workerData } from "node:worker_threads";
import { Failure } from "#shared/contract/failure.ts";
import { type RunningModel, runModel } from "./run-model.ts";
import type { WorkerReply, WorkerRequest, WorkerStart } from "./worker-messages.ts";

/**
 * Embeds text by text, and checks for new requests between two texts: an urgent request waits for one text,
 * not for the batch before it, and a stopped request ends there.
 */
const port = parentPort;
if (!port) throw new Error("This file runs as a worker.");

type Job = { readonly id: number; readonly texts: readonly string[]; readonly vectors: Float32Array[] };

const { resources } = workerData as WorkerStart;
const urgent: Job[] = [];
const waiting: Job[] = [];
let model: Promise<RunningModel> | null = null;
let working = false;

const tell = (reply: WorkerReply) => port.postMessage(reply);

const step = async (queue: Job[], job: Job) => {
  const leave = () => {
    const at = queue.indexOf(job);
    if (at >= 0) queue.splice(at, 1);
    return at >= 0;
  };
  try {
    const running = await (model ??= runModel(resources));
    const text = job.texts[job.vectors.length];
    if (text !== undefined) job.vectors.push(await running.embed(text));
    if (job.vectors.length < job.texts.length) {
      tell({ kind: "progress", id: job.id, done: job.vectors.length });
    } else if (leave()) tell({ kind: "done", id: job.id, vectors: job.vectors });
  } catch (error) {
    model = null;
    if (leave()) tell({ kind: "failed", id: job.id, error: asValue(error) });
  }
};

const work = async () => {
  if (working) return;
  working = true;
  for (;;) {
    const queue = urgent.length > 0 ? urgent : waiting;
    const job = queue[0];
    if (!job) break;
    await step(queue, job);
    // Lets messages arrive, which a chain of settled promises would not.
    await new Promise((resolve) => setImmediate(resolve));
  }
  working = false;
};

const asValue = (error: unknown) =>
  error instanceof Failure
    ? error.toValue()
    : {
        code: "embedding-failed",
        message: "The sentence model could not be run on this machine; memory is searched by words only.",
        detail: error instanceof Error ? error.message : String(error),
      };

const close = async () => {
  const running = await model?.catch(() => null);
  await running?.close();
  port.close();
};

port.on("message", (request: WorkerRequest) => {
  switch (request.kind) {
    case "embed":
      (request.urgent ? urgent : waiting).push({ id: request.id, texts: request.texts, vectors: [] });
      void work();
      break;
    case "stop":
      for (const queue of [urgent, waiting]) {
        const at = queue.findIndex(({ id }) => id === request.id);
        if (at >= 0) queue.splice(at, 1);
      }
      break;
    case "close":
      urgent.length = 0;
      waiting.length = 0;
      void close();
  }
});
