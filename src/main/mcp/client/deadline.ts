/** Ends a call that takes too long. The time in which the user reads a question of the server does not count. */
export class Deadline {
  readonly #late = new AbortController();
  readonly #reason: () => Error;
  #left: number;
  #since: number | null = null;
  #timer: ReturnType<typeof setTimeout> | null = null;

  constructor(ms: number, reason: () => Error) {
    this.#left = ms;
    this.#reason = reason;
    this.resume();
  }

  get signal(): AbortSignal {
    return this.#late.signal;
  }

  pause(): void {
    if (this.#timer === null || this.#since === null) return;
    clearTimeout(this.#timer);
    this.#left -= performance.now() - this.#since;
    this.#timer = null;
  }

  resume(): void {
    if (this.#timer !== null) return;
    this.#since = performance.now();
    this.#timer = setTimeout(() => this.#late.abort(this.#reason()), Math.max(0, this.#left));
  }

  end(): void {
    if (this.#timer !== null) clearTimeout(this.#timer);
    this.#timer = null;
  }
}
