/** One change at a time per path, in the order of the calls; different paths do not wait for each other. */
export class PathLocks {
  readonly #last = new Map<string, Promise<unknown>>();

  async run<T>(path: string, work: () => Promise<T>): Promise<T> {
    const before = this.#last.get(path) ?? Promise.resolve();
    const mine = before.then(work);
    const settled = Promise.allSettled([mine]);
    this.#last.set(path, settled);
    try {
      return await mine;
    } finally {
      if (this.#last.get(path) === settled) this.#last.delete(path);
    }
  }
}
