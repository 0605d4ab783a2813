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
