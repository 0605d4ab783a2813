import type { LoadedSession } from "./load-session.ts";

/** Bytes of session files that are kept parsed; in memory they take about four times as much. */
const MAX_BYTES = 16 * 1024 * 1024;

export type KeptSession = {
  readonly mark: string;
  readonly bytes: number;
  readonly session: LoadedSession;
  /** The ids of its entries, in each of the two files. They grow with the session. */
  readonly logged: Set<string>;
  readonly seen: Set<string>;
};

/** Conversations that were read lately, within a limit. The newest one is always kept, however large. */
export class LoadedSessions {
  /** The one used last comes last. */
  readonly #kept = new Map<string, KeptSession>();
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number = MAX_BYTES) {
    this.#maxBytes = maxBytes;
  }

  /** Null when it is not kept, or its files have changed since. */
  get(id: string, mark: string): KeptSession | null {
    const kept = this.#kept.get(id);
    if (kept?.mark !== mark) return null;
    this.#kept.delete(id);
    this.#kept.set(id, kept);
    return kept;
  }

  keep(id: string, kept: KeptSession): void {
    this.#drop(id);
    this.#kept.set(id, kept);
    this.#bytes += kept.bytes;
    for (const oldest of this.#kept.keys()) {
      if (this.#bytes <= this.#maxBytes || oldest === id) return;
      this.#drop(oldest);
    }
  }

  #drop(id: string): void {
    this.#bytes -= this.#kept.get(id)?.bytes ?? 0;
    this.#kept.delete(id);
  }
}
