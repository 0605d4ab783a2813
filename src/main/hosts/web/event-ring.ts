import type { Events } from "#shared/contract/index.ts";
import type { ServerFrame } from "#shared/wire/index.ts";

export type EventRingLimits = { readonly count: number; readonly chars: number };

/**
 * The last events of this launch, numbered and ready to send, so that a client that was disconnected can
 * catch up.
 */
export class EventRing {
  readonly #limits: EventRingLimits;
  readonly #frames: string[] = [];
  #chars = 0;
  #last = 0;

  constructor(limits: EventRingLimits) {
    this.#limits = limits;
  }

  /** The number of the newest event; 0 before the first. */
  get last(): number {
    return this.#last;
  }

  push(event: Events): void {
    this.#last += 1;
    const frame = JSON.stringify({ type: "event", seq: this.#last, event } satisfies ServerFrame);
    this.#frames.push(frame);
    this.#chars += frame.length;
    while (this.#frames.length > this.#limits.count || this.#chars > this.#limits.chars) {
      this.#chars -= this.#frames.shift()?.length ?? 0;
    }
  }

  /** True when every event after `seq` is still here. */
  covers(seq: number): boolean {
    return seq <= this.#last && seq >= this.#last - this.#frames.length;
  }

  /** The frame right after `seq`, where `covers(seq)` holds; undefined when `seq` is the newest. */
  after(seq: number): string | undefined {
    return this.#frames[this.#frames.length - (this.#last - seq)];
  }
}
