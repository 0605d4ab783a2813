import { availableParallelism } from "node:os";
import type { Signal } from "#shared/contract/signal.ts";
import { WorkerClient } from "../base/worker-client.ts";
import { workerUrl } from "../base/worker-url.ts";
import type { CutText } from "./encoder.ts";

/** The limits at which a text is to be cut: a list, every limit there is, or none. */
export type WantedCuts = readonly number[] | "table" | "none";
/** `table` is set when every cut was requested. */
export type PoolAnswer = CutText & { readonly table: Uint32Array | null };
export type CountRequest = {
  readonly encoding: string;
  /** The tokenizer file of the encoding; null when the encoding ships with Satchel. */
  readonly tokenizer: SharedArrayBuffer | null;
  readonly text: string;
  readonly cuts: WantedCuts;
  /**
   * Two shared integers. A 1 in the first asks the worker to stop, since a message would wait until the count
   * is done; in the second the worker counts its checks.
   */
  readonly sign: SharedArrayBuffer;
};
/** Data that a worker receives at its start. */
export type WorkerStart = { readonly ranks: string | null };

export type CountWork = Pick<CountRequest, "encoding" | "tokenizer" | "text" | "cuts">;

/**
 * A few workers that count. A worker is started when there is work and none is idle; the one that worked last
 * is used first, because its tables and pieces are cached. Idle workers do not keep the process alive.
 */
export type CountPool = {
  /** Rejects with the signal's reason as soon as it is aborted; the worker stops soon after. */
  run(work: CountWork, signal?: Signal): Promise<PoolAnswer>;
  /** The number of workers that exist, and how many of them are busy. */
  load(): { readonly workers: number; readonly busy: number };
  close(): Promise<void>;
};

export type CountPoolOptions = {
  readonly workers?: number | undefined;
  /**
   * Milliseconds after which a count with a tokenizer file is given up and its worker terminated: the file
   * may contain a pattern that never finishes on some text.
   */
  readonly longestMs?: number | undefined;
  /** The folder of packed ranks; without it js-tiktoken's own ranks are parsed. */
  readonly ranks?: string | undefined;
};

type Job = {
  readonly request: CountRequest;
  resolve(answer: PoolAnswer): void;
  reject(error: unknown): void;
};
type Member = { readonly worker: WorkerClient<CountRequest, PoolAnswer>; job: Job | null };

/** Each worker holds some tens of megabytes of tables, so more than a few are not worth it. */
const MAX_WORKERS = 4;
const IDLE_MS = 20_000;
const MAX_COUNT_MS = 60_000;
/** A tokenizer file checks the stop signal between blocks only; after this time its worker is terminated. */
const GRACE_MS = 1_000;

export const createCountPool = (options: CountPoolOptions = {}): CountPool => {
  const { longestMs = MAX_COUNT_MS, ranks = null } = options;
  const size = options.workers ?? Math.max(1, Math.min(MAX_WORKERS, availableParallelism() - 1));
  const members = new Set<Member>();
  const idle: Member[] = [];
  const queue: Job[] = [];
  let closed = false;

  const start = (): Member => {
    const worker = new WorkerClient<CountRequest, PoolAnswer>({
      name: "counting",
      url: workerUrl("tokens.worker", import.meta.url),
      data: { ranks } satisfies WorkerStart,
      close: "terminate",
      idleMs: IDLE_MS,
    });
    const member: Member = { worker, job: null };
    members.add(member);
    return member;
  };

  const give = async (member: Member, job: Job) => {
    member.job = job;
    if (job.request.tokenizer) endAfter(longestMs, job);
    try {
      job.resolve(await member.worker.ask(job.request));
    } catch (error) {
      job.reject(error);
    }
    member.job = null;
    idle.push(member);
    advance();
  };

  const advance = () => {
    while (queue.length > 0) {
      const member = idle.pop() ?? (members.size < size ? start() : null);
      if (!member) return;
      void give(member, queue.shift() as Job);
    }
  };

  /** Terminates the worker if it is still busy with this job by then. */
  const endAfter = (ms: number, job: Job) => {
    const end = () => {
      for (const member of members) if (member.job === job) void member.worker.terminate();
    };
    setTimeout(end, ms).unref();
  };

  return {
    load: () => ({
      workers: [...members].filter(({ worker }) => worker.isRunning).length,
      busy: members.size - idle.length,
    }),

    run: (work, signal) =>
      new Promise((resolve, reject) => {
        if (closed) return reject(new Error("The token counter is closed."));
        if (signal?.aborted) return reject(signal.reason);
        const sign = new SharedArrayBuffer(8);
        const onAbort = () => {
          Atomics.store(new Int32Array(sign), 0, 1);
          const waiting = queue.indexOf(job);
          if (waiting >= 0) queue.splice(waiting, 1);
          else if (work.tokenizer) endAfter(GRACE_MS, job);
          signal?.removeEventListener("abort", onAbort);
          reject(signal?.reason);
        };
        const settled = () => signal?.removeEventListener("abort", onAbort);
        const job: Job = {
          request: { ...work, sign },
          resolve: (answer) => {
            settled();
            resolve(answer);
          },
          reject: (error) => {
            settled();
            reject(error);
          },
        };
        signal?.addEventListener("abort", onAbort);
        queue.push(job);
        advance();
      }),

    close: async () => {
      closed = true;
      for (const job of queue.splice(0)) job.reject(new Error("The token counter is closed."));
      await Promise.all([...members].map(({ worker }) => worker.close()));
    },
  };
};
