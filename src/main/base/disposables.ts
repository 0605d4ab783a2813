/** Something that was opened and must be closed. */
export type Disposable = { close(): void | Promise<void> };

/**
 * Owns what a room opened and closes it in reverse order. If closing one fails, the others are still closed.
 */
export class Disposables {
  readonly #owned: Disposable[] = [];

  own<T extends Disposable>(opened: T): T {
    this.#owned.push(opened);
    return opened;
  }

  async close(): Promise<void> {
    const errors: unknown[] = [];
    for (const opened of this.#owned.splice(0).reverse()) {
      try {
        await opened.close();
      } catch (error) {
        errors.push(error);
      }
    }
    if (errors.length > 0) throw new AggregateError(errors, "Some resources could not be closed.");
  }
}
