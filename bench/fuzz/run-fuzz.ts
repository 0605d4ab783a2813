import { Worker } from "node:worker_threads";
import type { FuzzJob, FuzzNews } from "./fuzz.worker.ts";
import { type Recipe, recipeOf } from "./recipe.ts";
import type { Target } from "./target.ts";

export type Found = { readonly target: string; readonly why: string; readonly recipe: Recipe };

export type FuzzOptions = {
  readonly seed: number;
  readonly runs: number;
  /** One input that takes longer than this hangs. */
  readonly hangMs: number;
  /** Milliseconds of work, not counting the start of the worker. */
  readonly forMs?: number;
};

export type FuzzResult = {
  runs: number;
  workedMs: number;
  slowestMs: number;
  slowest: Recipe;
  readonly found: Found[];
};

/** At most this many broken promises are kept of one target: they are mostly the same. */
const MAX_FOUND = 5;

/** Runs one target in a worker, which is ended when an input hangs, and goes on behind that input. */
export const runFuzz = async (target: Target, options: FuzzOptions): Promise<FuzzResult> => {
  const result: FuzzResult = { runs: 0, workedMs: 0, slowestMs: 0, slowest: [], found: [] };
  for (let from = 0; from < options.runs && result.found.length < MAX_FOUND;) {
    if (result.workedMs >= (options.forMs ?? Infinity)) break;
    from = await runWorker(target, options, from, result);
  }
  return result;
};

/** Where to go on. */
const runWorker = (
  target: Target,
  { seed, runs, hangMs, forMs = Infinity }: FuzzOptions,
  from: number,
  result: FuzzResult,
): Promise<number> =>
  new Promise((resolve, reject) => {
    const progress = new SharedArrayBuffer(8);
    const counter = new Int32Array(progress);
    const job: FuzzJob = { target: target.name, seed, from, to: runs, progress };
    const worker = new Worker(new URL("fuzz.worker.ts", import.meta.url), { workerData: job });
    let steps = -1;
    let since = Date.now();
    let began: number | null = null;
    const end = (next: number) => {
      clearInterval(timer);
      void worker.terminate();
      result.runs += next - from;
      result.workedMs += Date.now() - (began ?? Date.now());
      resolve(next);
    };
    const timer = setInterval(() => {
      const now = Atomics.load(counter, 1);
      if (now > 0) began ??= Date.now();
      if (now !== steps) [steps, since] = [now, Date.now()];
      const run = Atomics.load(counter, 0);
      const isOver = began !== null && result.workedMs + Date.now() - began > forMs;
      // A step that was begun may still turn out to hang.
      if (isOver && Date.now() - since < 200) end(run);
      else if (Date.now() - since > hangMs && now > 0) {
        const recipe = recipeOf(target, seed, run);
        result.found.push({ target: target.name, why: `hangs (over ${hangMs} ms)`, recipe });
        end(run + 1);
      }
    }, 100);
    worker.on("message", (news: FuzzNews) => {
      if (news.kind === "done") end(runs);
      if (news.kind === "slowest" && news.ms > result.slowestMs) {
        result.slowestMs = news.ms;
        result.slowest = recipeOf(target, seed, news.run);
      }
      if (news.kind !== "broken") return;
      result.found.push({ target: target.name, why: news.why, recipe: news.recipe });
      if (result.found.length >= MAX_FOUND) end(news.run + 1);
    });
    worker.on("error", (error) => {
      // Out of memory ends the worker: that input is found as well.
      const run = Atomics.load(counter, 0);
      if (Atomics.load(counter, 1) === 0) {
        clearInterval(timer);
        reject(error);
        return;
      }
      result.found.push({
        target: target.name,
        why: `ends the process: ${error instanceof Error ? error.message : String(error)}`,
        recipe: recipeOf(target, seed, run),
      });
      end(run + 1);
    });
  });
