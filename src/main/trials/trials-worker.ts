import { Failure } from "#shared/contract/index.ts";
import type { Check } from "#shared/model/trial.ts";
import { WorkerClient } from "../base/worker-client.ts";
import { workerUrl } from "../base/worker-url.ts";
import { type Checked, runCheck } from "./checks/run-check.ts";
import type { Interval } from "./result/paired-interval.ts";
import type { ReadSet } from "./sets/read-set.ts";
import type { TrialsReply, TrialsRequest } from "./trials-messages.ts";

/** A file that takes longer was made to. */
const MAX_READ_MS = 30_000;
/** A pattern that takes longer tries every way to match and would go on for years. A busy machine is not that slow. */
const MAX_PATTERN_MS = 5_000;
const MAX_INTERVAL_MS = 60_000;
const MAX_MEMORY_MB = 512;

/** Reads sets, matches patterns and computes intervals in a worker that is ended when it takes too long. */
export class TrialsWorker {
  readonly #client = new WorkerClient<TrialsRequest, TrialsReply>({
    name: "trials",
    url: workerUrl("trials.worker", import.meta.url),
    close: "terminate",
    resourceLimits: { maxOldGenerationSizeMb: MAX_MEMORY_MB },
  });
  /** One at a time: ending the worker ends what it does for everyone. */
  #last: Promise<unknown> = Promise.resolve();

  async readSet(text: string): Promise<ReadSet> {
    const reply = await this.#ask({ ask: "read", text }, MAX_READ_MS);
    if (reply !== null && "read" in reply) return reply.read;
    throw new Failure("set-unreadable", "The question set could not be read in half a minute.");
  }

  async check(one: Check, answer: string): Promise<Checked> {
    // Only a pattern can take long.
    if (one.kind !== "matches") return runCheck(one, answer);
    const reply = await this.#ask({ ask: "check", check: one, answer }, MAX_PATTERN_MS);
    if (reply !== null && "checked" in reply) return reply.checked;
    return {
      passed: null,
      why: `/${one.pattern}/ took over five seconds and was given up: it tries too many ways.`,
    };
  }

  async intervals(lists: readonly (readonly number[])[], seed: number): Promise<readonly Interval[]> {
    const reply = await this.#ask({ ask: "intervals", lists, seed }, MAX_INTERVAL_MS);
    if (reply !== null && "intervals" in reply) return reply.intervals;
    throw new Failure("trial-unread", "The intervals of the trial could not be computed in a minute.");
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  /** Null when it took too long, or needed too much memory. */
  #ask(request: TrialsRequest, ms: number): Promise<TrialsReply | null> {
    const work = this.#last.then(() => this.#bounded(request, ms));
    this.#last = work.catch(() => {});
    return work;
  }

  async #bounded(request: TrialsRequest, ms: number): Promise<TrialsReply | null> {
    // How long a worker takes to start says nothing about the request.
    if (!this.#client.isRunning) await this.#client.ask({ ask: "intervals", lists: [], seed: 0 });
    let isOver = false;
    const ending = setTimeout(() => {
      isOver = true;
      void this.#client.terminate();
    }, ms);
    try {
      return await this.#client.ask(request);
    } catch (error) {
      if (isOver || isOutOfMemory(error)) return null;
      throw error;
    } finally {
      clearTimeout(ending);
    }
  }
}

const isOutOfMemory = (error: unknown): boolean =>
  error instanceof Error && "code" in error && error.code === "ERR_WORKER_OUT_OF_MEMORY";
