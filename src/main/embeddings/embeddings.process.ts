import { Failure } from "#shared/contract/failure.ts";
import { answerRequests } from "../base/answer-requests.ts";
import { processPort } from "../base/process-port.ts";
import { type RunningModel, runModel } from "./run-model.ts";
import type { EmbedProgress, EmbedRequest, EmbedStart } from "./worker-messages.ts";

/**
 * Embeds text by text, and checks for new requests between two texts: an urgent request waits for one text,
 * not for the batch before it, and a stopped request ends there.
 */
type Job = {
  readonly request: EmbedRequest;
  readonly vectors: Float32Array[];
  readonly done: PromiseWithResolvers<readonly Float32Array[]>;
};

// The native runtime would create an id of this machine and report to its vendor.
process.env.ORT_DISABLE_TELEMETRY = "1";

const { start, port } = await processPort();
const { resources } = start as EmbedStart;
const urgent: Job[] = [];
const waiting: Job[] = [];
let model: Promise<RunningModel> | null = null;
let working = false;

const leave = (job: Job): boolean => {
  const queue = job.request.urgent ? urgent : waiting;
  const at = queue.indexOf(job);
  if (at >= 0) queue.splice(at, 1);
  return at >= 0;
};

const step = async (job: Job) => {
  const { request, vectors, done } = job;
  try {
    const running = await (model ??= runModel(resources));
    const text = request.texts[vectors.length];
    if (text !== undefined) vectors.push(await running.embed(text));
    if (vectors.length < request.texts.length) report({ job: request.job, done: vectors.length });
    else if (leave(job)) done.resolve(vectors);
  } catch (error) {
    model = null;
    if (leave(job)) done.reject(asFailure(error));
  }
};

const work = async () => {
  if (working) return;
  working = true;
  for (;;) {
    const job = urgent[0] ?? waiting[0];
    if (!job) break;
    await step(job);
    // Lets messages arrive, which a chain of settled promises would not.
    await new Promise((resolve) => setImmediate(resolve));
  }
  working = false;
};

const asFailure = (error: unknown): Failure =>
  error instanceof Failure
    ? error
    : new Failure(
        "embedding-failed",
        "The sentence model could not be run on this machine; memory is searched by words only.",
        error instanceof Error ? error.message : String(error),
      );

const report = answerRequests<EmbedRequest, readonly Float32Array[], EmbedProgress>(
  port,
  (request, { signal }) => {
    const job: Job = { request, vectors: [], done: Promise.withResolvers() };
    (request.urgent ? urgent : waiting).push(job);
    signal.addEventListener("abort", () => {
      if (leave(job)) job.done.reject(signal.reason);
    });
    void work();
    return job.done.promise;
  },
);
