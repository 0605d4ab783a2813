/** How long work in the background waits for one answer, in milliseconds. */
const MAX_HOLD_MS = 2_000;

type Held = { readonly over: Promise<void>; readonly until: number; readonly release: () => void };

/**
 * Lets a person's request go first: work in the background calls `pass` between two steps and waits there while the
 * request is held, for a limited time, so that it always goes on.
 */
export class Courtesy {
  #held: Held | null = null;

  /** Of two holds at the same time the one that lasts longer counts. */
  hold(ms = MAX_HOLD_MS): void {
    const until = performance.now() + ms;
    if (this.#held && this.#held.until >= until) return;
    this.release();
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(() => held.release(), ms);
    const held = {
      over: promise,
      until,
      release: () => {
        clearTimeout(timer);
        if (this.#held === held) this.#held = null;
        resolve();
      },
    };
    this.#held = held;
  }

  release(): void {
    this.#held?.release();
  }

  /** Work that is stopped does not wait. */
  async pass(stopped?: AbortSignal): Promise<void> {
    for (let held = this.#held; held && !isStopped(stopped); held = this.#held)
      await releasedOrStopped(held, stopped);
  }
}

const isStopped = (signal: AbortSignal | undefined): boolean => signal?.aborted === true;

const releasedOrStopped = async ({ over }: Held, stopped: AbortSignal | undefined): Promise<void> => {
  if (!stopped) return over;
  const { promise, resolve } = Promise.withResolvers<void>();
  const stop = () => resolve();
  stopped.addEventListener("abort", stop);
  await Promise.race([over, promise]);
  stopped.removeEventListener("abort", stop);
};
