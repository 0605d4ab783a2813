import { expect, it } from "vitest";
import { formatSeconds, prefillOf } from "./prefill.ts";

it("counts only what the cache does not have", () => {
  expect(prefillOf(8000, 6000, 2)).toEqual({ fresh: 16, cached: 4 });
  expect(prefillOf(8000, 9000, 2).cached).toBe(0);
});

it("says no more digits than an estimate knows", () => {
  expect([0.042, 3.24, 48.3].map(formatSeconds)).toEqual(["0.04", "3.2", "48"]);
});
