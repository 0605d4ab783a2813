import type { Failure } from "#shared/contract/index.ts";

/** A server that is not running will not start on its own, so the user should know at once. */
const retryable = new Set(["provider-busy", "provider-error", "stream-dropped"]);
const steps = [2000, 4000, 8000];

/**
 * Milliseconds to wait before attempt `attempt` + 1, or null when another try would not help: never after 400
 * or 401, and not after the third retry. A server's own `retry-after`
 * is followed, unless it is longer than a minute.
 */
export const retryDelay = (failure: Failure, attempt: number): number | null => {
  if (!retryable.has(failure.code)) return null;
  const step = steps[attempt];
  if (step === undefined) return null;
  const asked = (failure.detail as { retryAfter?: number | null } | undefined)?.retryAfter;
  if (typeof asked !== "number") return step;
  return asked > 60_000 ? null : asked;
};
