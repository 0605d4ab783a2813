/** How long work in the background waits for one answer, in milliseconds. */
const MAX_HOLD_MS = 2_000;

/**
 * Lets a person's request go first: work in the background calls `pass` between two steps and waits there while the
 * request is held, for a limited time, so that it always goes on.
 */
export class Courtesy {
  #held: { readonly over: Promise<void>; readonly release: () => void } | null = null;

  /** A second hold while one lasts begins the time again. */
  hold(): void {
    this.release();
    const { promise, resolve } = Promise.withResolvers<void>();
    const timer = setTimeout(() => held.release(), MAX_HOLD_MS);
    const held = {
      over: promise,
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

  async pass(): Promise<void> {
    while (this.#held) await this.#held.over;
  }
}
