import { setTimeout as delay } from "node:timers/promises";

/** How long work with much left is waited for, in milliseconds. */
const SHORT_MS = 700;
/** The same when so much is left that waiting brings next to nothing. */
const MOMENT_MS = 150;
/** How long little is waited for. */
const LONG_MS = 4_700;
/** How often the limit is looked at again while it is unknown how much there is. */
const LOOK_MS = 50;
/** More files than this are not done in a moment. */
const MANY = 300;
const VERY_MANY = 900;

/** `isListed` false: there may be more. */
export type WorkLeft = { readonly count: number; readonly isListed: boolean };

/**
 * Waits for long work that others can do without: not a second, and a few more when little is left, so that a small
 * folder is complete on a slow machine and a large one can be used at once. All who ask while work goes on share that
 * time, whichever work they ask for.
 */
export class Patience {
  #since: number | null = null;
  readonly #unfinished = new Set<string>();

  /** `name`: which work it is. False: the work is not done. */
  async wait(name: string, work: Promise<unknown>, left: () => WorkLeft): Promise<boolean> {
    this.#unfinished.add(name);
    this.#since ??= performance.now();
    const begun = this.#since;
    const done = work.then(() => true);
    for (;;) {
      const rest = begun + limitOf(left()) - performance.now();
      const isDone = await Promise.race([done, delay(Math.max(0, Math.min(rest, LOOK_MS)), false)]);
      if (isDone) break;
      if (rest <= LOOK_MS) return false;
    }
    this.#unfinished.delete(name);
    if (this.#unfinished.size === 0) this.#since = null;
    return true;
  }
}

export const isMuch = ({ count }: WorkLeft): boolean => count > MANY;

const limitOf = ({ count, isListed }: WorkLeft): number => {
  if (count > VERY_MANY) return MOMENT_MS;
  if (isMuch({ count, isListed })) return SHORT_MS;
  return isListed ? LONG_MS : 2 * SHORT_MS;
};
