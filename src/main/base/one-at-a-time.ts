/**
 * Runs jobs in the order they were added. Each starts after the one before has ended, whether or not it
 * failed.
 */
export class OneAtATime {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => {});
    return result;
  }

  /** Resolves when no job is waiting any more. */
  async idle(): Promise<void> {
    for (let seen; seen !== this.#last;) {
      seen = this.#last;
      await seen;
    }
  }
}
