import type { Dispatch, Reply } from "#shared/contract/index.ts";
import type { ClientFrame, ServerFrame } from "#shared/wire/index.ts";

export type WireSessionLimits = {
  /** Requests that may run at the same time. */
  readonly running: number;
  /** Characters of replies that are kept until the client confirms them. */
  readonly keptChars: number;
};

/**
 * The requests of one page or remote window, across all its sockets. A request runs at most once: when it is
 * sent again after a disconnect, its reply is sent again, or sent when it is ready. A disconnect cancels
 * nothing; only a cancel message or the end of the server does.
 */
export class WireSession {
  readonly #dispatch: Dispatch;
  readonly #limits: WireSessionLimits;
  readonly #requests = new Map<number, { readonly abort: AbortController; reply: string | null }>();
  readonly #outbox: string[] = [];
  #wake = () => {};
  /** Every request below this number was answered, and the client has the answer. */
  #floor = 1;
  #received = 0;
  #running = 0;
  #keptChars = 0;

  constructor(dispatch: Dispatch, limits: WireSessionLimits) {
    this.#dispatch = dispatch;
    this.#limits = limits;
  }

  /** The client keeps sending requests and does not read its answers. */
  get overfull(): boolean {
    return this.#keptChars > this.#limits.keptChars;
  }

  /** The highest number of a request that was read. */
  get received(): number {
    return this.#received;
  }

  /**
   * A new socket continues the session. The client requests again what it misses, so nothing is left over
   * from the old one.
   */
  attach(wake: () => void): void {
    this.#wake = wake;
    this.#outbox.length = 0;
  }

  detach(): void {
    this.attach(() => {});
  }

  nextReply(): string | undefined {
    return this.#outbox.shift();
  }

  request(frame: ClientFrame & { type: "request" }): void {
    this.acknowledge(frame.oldest);
    this.#received = Math.max(this.#received, frame.id);
    if (frame.id < this.#floor) return;
    const known = this.#requests.get(frame.id);
    if (known) {
      if (known.reply !== null) this.#send(known.reply);
      return;
    }
    if (this.#running >= this.#limits.running) {
      this.#send(toFrame(frame.id, tooMany));
      return;
    }
    void this.#run(frame);
  }

  cancel(id: number): void {
    this.#requests.get(id)?.abort.abort();
  }

  acknowledge(oldest: number): void {
    if (oldest <= this.#floor) return;
    this.#floor = oldest;
    for (const [id, request] of this.#requests) {
      if (id >= oldest || request.reply === null) continue;
      this.#keptChars -= request.reply.length;
      this.#requests.delete(id);
    }
  }

  close(): void {
    this.detach();
    for (const { abort } of this.#requests.values()) abort.abort();
  }

  async #run({ id, method, input }: ClientFrame & { type: "request" }): Promise<void> {
    const request = { abort: new AbortController(), reply: null as string | null };
    this.#requests.set(id, request);
    this.#running += 1;
    const reply = toFrame(id, await this.#dispatch(method, input, request.abort.signal));
    this.#running -= 1;
    request.reply = reply;
    this.#keptChars += reply.length;
    this.#send(reply);
  }

  #send(frame: string): void {
    this.#outbox.push(frame);
    this.#wake();
  }
}

const toFrame = (id: number, reply: Reply): string => {
  // A reply without a value is valid for the dispatcher, but not in JSON.
  const whole = reply.ok ? { ok: true as const, value: reply.value ?? null } : reply;
  return JSON.stringify({ type: "reply", id, reply: whole } satisfies ServerFrame);
};

const tooMany: Reply = {
  ok: false,
  error: { code: "too-many-requests", message: "Too many requests are waiting. Try again in a moment." },
};
