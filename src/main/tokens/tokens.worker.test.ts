import { once } from "node:events";
import { Worker } from "node:worker_threads";
import { afterEach, beforeEach, expect, it } from "vitest";
import { workerUrl } from "../base/worker-url.ts";
import type { WorkerReply, WorkerRequest, WorkerStart } from "./count-pool.ts";

let worker: Worker;
beforeEach(() => {
  worker = new Worker(workerUrl("tokens.worker", import.meta.url), {
    workerData: { ranks: null } satisfies WorkerStart,
  });
});
afterEach(() => worker.terminate());

const ask = (text: string, cuts: WorkerRequest["cuts"] = "none") => {
  const shared = new Int32Array(new SharedArrayBuffer(8));
  const replied = once(worker, "message").then(([reply]) => reply as WorkerReply);
  worker.postMessage({ id: 1, encoding: "o200k_base", text, cuts, sign: shared.buffer });
  /** Waits until the worker has checked the stop signal this often. */
  const looked = async (times: number) => {
    while (Atomics.load(shared, 1) < times) await new Promise((resolve) => setTimeout(resolve, 1));
  };
  return { replied, looked, stop: () => Atomics.store(shared, 0, 1), looks: () => Atomics.load(shared, 1) };
};

it.each([
  ["one long piece", "a".repeat(4 * 2 ** 20)],
  ["many pieces", "one two three ".repeat(2 ** 20)],
])("stops in the middle of %s, and counts the next", async (_, text) => {
  const whole = ask(text);
  expect(await whole.replied).toMatchObject({ value: { tokens: expect.any(Number) } });

  const cancelled = ask(text);
  await cancelled.looked(3);
  cancelled.stop();
  expect(await cancelled.replied).toEqual({ id: 1, stopped: true });
  const looks = cancelled.looks();
  expect(looks).toBeLessThan(whole.looks());

  // The worker answers again, and the old count no longer runs.
  expect(await ask("hello world").replied).toMatchObject({ value: { tokens: 2 } });
  expect(cancelled.looks()).toBe(looks);
});
