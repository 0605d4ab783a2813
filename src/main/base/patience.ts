import { setTimeout as delay } from "node:timers/promises";

/** How long everything is waited for, in milliseconds. */
const SHORT_MS = 700;
/** How much longer when it is nearly done. */
const MORE_MS = 4_000;
/** More files than this are not done in a moment. */
const MANY = 300;

/**
 * Waits for long work that others can do without: not a second, and a few more when little is left, so that a small
 * folder is complete on a slow machine and a large one can be used at once. All who ask while the work goes on share
 * that time.
 */
export class Patience {
  #since: number | null = null;

  /** `left` returns Infinity while the number is unknown. False: the work is not done. */
  async wait(work: Promise<unknown>, left: () => number): Promise<boolean> {
    this.#since ??= performance.now();
    const begun = this.#since;
    const done = work.then(() => true);
    const until = (ms: number) => delay(Math.max(0, begun + ms - performance.now()), false, { ref: false });
    const isDone =
      (await Promise.race([done, until(SHORT_MS)])) ||
      (left() === Infinity && (await Promise.race([done, until(2 * SHORT_MS)]))) ||
      (left() <= MANY && (await Promise.race([done, until(SHORT_MS + MORE_MS)])));
    if (isDone) this.#since = null;
    return isDone;
  }
}
