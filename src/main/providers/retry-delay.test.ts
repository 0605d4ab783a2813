import { expect, it } from "vitest";
import { Failure } from "#shared/contract/index.ts";
import { retryAfter } from "./provider-failure.ts";
import { retryDelay } from "./retry-delay.ts";

const failure = (code: string, detail?: unknown) => new Failure(code, "", detail);

it("waits 2, 4 and 8 seconds after a dropped stream or a server error, then gives up", () => {
  const delays = [0, 1, 2, 3].map((attempt) => retryDelay(failure("stream-dropped"), attempt));
  expect(delays).toEqual([2000, 4000, 8000, null]);
  expect(retryDelay(failure("provider-error"), 0)).toBe(2000);
});

it("follows retry-after, and gives up when it is longer than a minute", () => {
  expect(retryDelay(failure("provider-busy", { retryAfter: 1000 }), 0)).toBe(1000);
  expect(retryDelay(failure("provider-busy", { retryAfter: 3_600_000 }), 0)).toBeNull();
});

it("never retries a wrong key, a refused request, a prompt that is too long or an unreachable server", () => {
  for (const code of [
    "provider-unreachable",
    "provider-auth",
    "provider-refused",
    "context-length",
    "model-not-found",
  ]) {
    expect(retryDelay(failure(code), 0)).toBeNull();
  }
});

it("reads retry-after as seconds or as a date", () => {
  expect(retryAfter("3")).toBe(3000);
  expect(retryAfter("Thu, 01 Jan 1970 00:00:10 GMT", 4000)).toBe(6000);
  expect(retryAfter("soon")).toBeNull();
});
