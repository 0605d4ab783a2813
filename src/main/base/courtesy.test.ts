import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import { Courtesy } from "./courtesy.ts";

const isPassing = (courtesy: Courtesy, ms: number) =>
  Promise.race([courtesy.pass().then(() => true), delay(ms, false)]);

it("lets work pass while nothing is held, and stops it until the hold is released", async () => {
  const courtesy = new Courtesy();
  expect(await isPassing(courtesy, 100)).toBe(true);
  courtesy.hold();
  expect(await isPassing(courtesy, 100)).toBe(false);
  courtesy.release();
  expect(await isPassing(courtesy, 100)).toBe(true);
});

it("lets work go on by itself when nobody releases it", async () => {
  const courtesy = new Courtesy();
  courtesy.hold();
  await courtesy.pass();
  expect(await isPassing(courtesy, 100)).toBe(true);
});

it("does not let a short hold end a long one", async () => {
  const courtesy = new Courtesy();
  courtesy.hold();
  courtesy.hold(10);
  expect(await isPassing(courtesy, 100)).toBe(false);
  courtesy.release();
});

it("does not keep work waiting that was stopped", async () => {
  const courtesy = new Courtesy();
  const stop = new AbortController();
  courtesy.hold(60_000);
  const passed = courtesy.pass(stop.signal);
  stop.abort();
  await expect(passed).resolves.toBeUndefined();
  await expect(courtesy.pass(stop.signal)).resolves.toBeUndefined();
  courtesy.release();
});
