import { expect, it } from "vitest";
import { latest } from "./latest.ts";

it("runs only the newest of several requests made at once", async () => {
  const ran: number[] = [];
  const ask = latest<number>(5, async (n) => void ran.push(n));
  ask(1);
  ask(2);
  ask(3);
  await new Promise((done) => setTimeout(done, 40));
  expect(ran).toEqual([3]);
});

it("aborts the running request when a newer one starts", async () => {
  const signals: AbortSignal[] = [];
  const ask = latest<number>(0, async (_, signal) => {
    signals.push(signal);
    await new Promise((done) => setTimeout(done, 100));
  });
  ask(1);
  await new Promise((done) => setTimeout(done, 20));
  ask(2);
  await new Promise((done) => setTimeout(done, 20));
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false]);
});
