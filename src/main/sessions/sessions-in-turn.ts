/**
 * Sessions with a running turn, or with one that has ended and is still to be read for memory. Each task
 * registers its session here; the index stores a session's messages when no task is left.
 */
export class SessionsInTurn {
  readonly #work = new Map<string, number>();

  /** Returns the function that ends this task. Several tasks can overlap in one session. */
  begin(session: string): () => void {
    this.#work.set(session, (this.#work.get(session) ?? 0) + 1);
    let isOver = false;
    return () => {
      if (isOver) return;
      isOver = true;
      const left = (this.#work.get(session) ?? 1) - 1;
      if (left > 0) this.#work.set(session, left);
      else this.#work.delete(session);
    };
  }

  has(session: string): boolean {
    return this.#work.has(session);
  }
}
