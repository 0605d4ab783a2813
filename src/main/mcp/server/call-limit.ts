/** How many calls of one connection run at the same time. */
export class CallLimit {
  readonly #most: number;
  #running = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /** Null, and nothing is done, when too many run already: a program that sends more is refused, not queued. */
  async run<T>(work: () => Promise<T>): Promise<T | null> {
    if (this.#running >= this.#most) return null;
    this.#running += 1;
    try {
      return await work();
    } finally {
      this.#running -= 1;
    }
  }
}
