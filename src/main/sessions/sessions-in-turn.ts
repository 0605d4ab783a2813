/**
 * Sessions in which a turn is running, or is over and still to be read for memory. Whoever works on a session
 * says so here; the index stores its messages when nobody does any more.
 */
export class SessionsInTurn {
  readonly #work = new Map<string, number>();

  /** Returns the function that ends this piece of work. Several can overlap in one session. */
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
