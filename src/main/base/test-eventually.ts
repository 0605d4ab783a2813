import { vi } from "vitest";

/**
 * Waits until a condition holds, such as a row appearing after an edit. The limit is generous because a
 * shared machine may stall for seconds; it only decides how long a failing test takes.
 */
export const eventually = <T>(check: () => T | Promise<T>, timeout = 40_000): Promise<T> =>
  vi.waitFor(check, { timeout, interval: 50 });
