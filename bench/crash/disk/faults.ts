import { randomFrom } from "../scenario.ts";

export type FileCall = "open" | "write" | "sync" | "name";

/** Codes a call can fail with. A removal fails with EIO only: it needs no room. */
const CODES: Readonly<Record<FileCall, readonly string[]>> = {
  open: ["EMFILE", "ENFILE", "EIO"],
  write: ["ENOSPC", "EIO"],
  sync: ["EIO"],
  name: ["EIO", "ENOSPC"],
};

/** A disk that is full, or a process without handles, stays so for some calls. */
const MAX_BURST = 12;

/**
 * Decides which file calls fail. Single faults, and bursts in which every call of a kind fails: a full disk is full
 * for the next write, too. Counts what it injected.
 */
export class Faults {
  readonly #random: () => number;
  readonly #perThousand: number;
  #burst: { readonly call: FileCall; readonly code: string; left: number } | null = null;
  active = false;
  count = 0;

  constructor(seed: number, perThousand: number) {
    this.#random = randomFrom(seed ^ 0x5eed);
    this.#perThousand = perThousand;
  }

  /** The error this call fails with; null: it works. */
  next(call: FileCall): NodeJS.ErrnoException | null {
    if (!this.active || this.#perThousand === 0) return null;
    if (this.#burst?.call === call) return this.#fromBurst(this.#burst);
    if (this.#random() * 1000 >= this.#perThousand) return null;
    const codes = CODES[call];
    const code = codes[Math.floor(this.#random() * codes.length)] ?? "EIO";
    if (this.#random() < 0.2) {
      this.#burst = { call, code, left: 1 + Math.floor(this.#random() * MAX_BURST) };
    }
    return this.#error(code);
  }

  /** For torn writes: how much of the bytes arrives before the call fails. */
  part(length: number): number {
    return Math.floor(this.#random() * length);
  }

  /** True with this chance per 1,000. */
  chance(perThousand: number): boolean {
    return perThousand > 0 && this.#random() * 1000 < perThousand;
  }

  #fromBurst(burst: { readonly code: string; left: number }): NodeJS.ErrnoException {
    burst.left -= 1;
    if (burst.left <= 0) this.#burst = null;
    return this.#error(burst.code);
  }

  #error(code: string): NodeJS.ErrnoException {
    this.count += 1;
    return Object.assign(new Error(`${code}: injected`), { code });
  }
}
