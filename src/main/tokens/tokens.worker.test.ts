import { afterEach, beforeEach, expect, it } from "vitest";
import { WorkerClient } from "../base/worker-client.ts";
import { workerUrl } from "../base/worker-url.ts";
import type { CountRequest, PoolAnswer, WorkerStart } from "./count-pool.ts";

let worker: WorkerClient<CountRequest, PoolAnswer>;
beforeEach(() => {
  worker = new WorkerClient({
    name: "counting",
    url: workerUrl("tokens.worker", import.meta.url),
    data: { ranks: null } satisfies WorkerStart,
    close: "terminate",
  });
});
afterEach(() => worker.close());

const ask = (text: string, cuts: CountRequest["cuts"] = "none") => {
  const sign = new SharedArrayBuffer(8);
  const shared = new Int32Array(sign);
  const replied = worker.ask({ encoding: "o200k_base", tokenizer: null, text, cuts, sign });
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
  expect(await whole.replied).toMatchObject({ tokens: expect.any(Number) });

  const cancelled = ask(text);
  await cancelled.looked(3);
  cancelled.stop();
  await expect(cancelled.replied).rejects.toThrow("The count was stopped.");
  const looks = cancelled.looks();
  expect(looks).toBeLessThan(whole.looks());

  // The worker answers again, and the old count no longer runs.
  expect(await ask("hello world").replied).toMatchObject({ tokens: 2 });
  expect(cancelled.looks()).toBe(looks);
});
