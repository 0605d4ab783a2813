import { setTimeout as delay } from "node:timers/promises";
import { expect, it } from "vitest";
import { Patience } from "./patience.ts";

const never = new Promise(() => {});

it("waits for what is done soon", async () => {
  expect(await new Patience().wait(delay(10), () => 10_000)).toBe(true);
});

it("waits longer when little is left", async () => {
  expect(await new Patience().wait(delay(1_500), () => 3)).toBe(true);
});

it("gives up on what has much left, and does not wait for it a second time", async () => {
  const patience = new Patience();
  expect(await patience.wait(never, () => 10_000)).toBe(false);
  const second = patience.wait(never, () => 10_000);
  expect(await Promise.race([second.then(() => "at once"), delay(500, "later")])).toBe("at once");
});

it("is as patient as before once the work was done", async () => {
  const patience = new Patience();
  expect(await patience.wait(delay(1), () => 1)).toBe(true);
  expect(await patience.wait(delay(300), () => 10_000)).toBe(true);
});
