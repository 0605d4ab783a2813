/** Runs work in the order it was asked for, each after the one before has ended, however it ended. */
export class OneAtATime {
  #last: Promise<unknown> = Promise.resolve();

  run<T>(work: () => Promise<T>): Promise<T> {
    const result = this.#last.then(work);
    this.#last = result.catch(() => {});
    return result;
  }

  /** Resolves when nothing is waiting any more. */
  async idle(): Promise<void> {
    for (let seen; seen !== this.#last;) {
      seen = this.#last;
      await seen;
    }
  }
}
