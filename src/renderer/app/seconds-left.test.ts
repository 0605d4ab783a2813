import { expect, it } from "vitest";
import { secondsLeft } from "./seconds-left.ts";

it("computes the remaining time from the pace so far", () => {
  expect(secondsLeft({ done: 100, total: 500, at: 0 }, { done: 200, total: 500, at: 4000 })).toBe(12);
});

it("returns null before there is a pace, or when everything is done", () => {
  expect(secondsLeft({ done: 0, total: 500, at: 0 }, { done: 5, total: 500, at: 400 })).toBeNull();
  expect(secondsLeft({ done: 0, total: 500, at: 0 }, { done: 0, total: 500, at: 4000 })).toBeNull();
  expect(secondsLeft({ done: 0, total: 500, at: 0 }, { done: 500, total: 500, at: 4000 })).toBeNull();
});
