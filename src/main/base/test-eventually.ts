import { vi } from "vitest";

/**
 * Waits for what comes by itself, such as a row after an edit. The limit is generous because a shared machine
 * may do nothing for seconds; it decides only how long a failure takes.
 */
export const eventually = <T>(check: () => T | Promise<T>): Promise<T> =>
  vi.waitFor(check, { timeout: 40_000, interval: 50 });
