import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import { Patience } from "./patience.ts";

const never = new Promise(() => {});
const many = { count: 500, isListed: true };

it("waits for what is done soon", async () => {
  expect(await new Patience().wait("a", delay(10), () => many)).toBe(true);
});

it("waits longer when little is left", async () => {
  expect(await new Patience().wait("a", delay(1_500), () => ({ count: 3, isListed: true }))).toBe(true);
});

it("gives up on what has much left, and does not wait for it a second time", async () => {
  const patience = new Patience();
  expect(await patience.wait("a", never, () => many)).toBe(false);
  const second = patience.wait("a", never, () => many);
  expect(await Promise.race([second.then(() => "at once"), delay(500, "later")])).toBe("at once");
});

it("is as patient as before once the work was done", async () => {
  const patience = new Patience();
  expect(await patience.wait("a", delay(1), () => ({ count: 1, isListed: true }))).toBe(true);
  expect(await patience.wait("a", delay(300), () => many)).toBe(true);
});

it("does not wait for one work after it gave up on another, as long as that goes on", async () => {
  const patience = new Patience();
  expect(await patience.wait("files", never, () => many)).toBe(false);
  const second = patience.wait("memory", never, () => many);
  expect(await Promise.race([second.then(() => "at once"), delay(500, "later")])).toBe("at once");
});

it("notices while it waits that there is much more than was listed at first", async () => {
  let count = 1;
  setTimeout(() => (count = 100_000), 100);
  const waited = new Patience().wait("a", never, () => ({ count, isListed: false }));
  // Work that is not listed would be waited for longer than a second.
  expect(await Promise.race([waited.then(() => "soon"), delay(1_000, "later")])).toBe("soon");
});
