import { packAgainst } from "../../base/pack-against.ts";
import { pack } from "../../base/pack.ts";
import { textHash } from "./split-texts.ts";

/** A text that the bodies of several runs are packed against. */
export type RunBase = { readonly sha256: string; readonly text: string };

export type PackedBody = { readonly body: Buffer; readonly base: RunBase | null };

/** Shorter bodies are not worth a base. */
const MIN_BASE_CHARS = 4_096;
/** A longer body is beyond the reach of the packing, and would fill the memory. */
const MAX_BASE_CHARS = 2_000_000;
/** Conversations whose bases are kept in memory. */
const MAX_BASES = 4;
/** A body that keeps more than this share of its size has changed too much; it becomes the next base. */
const MAX_SHARE = 0.3;

/**
 * Chooses what the body of a run is packed against: the last body of its conversation that was taken for a base.
 * After a start the first body of a conversation becomes one.
 */
export class RunBases {
  readonly #bases = new Map<string, RunBase>();

  async pack(session: string | null, json: string): Promise<PackedBody> {
    if (session === null || json.length < MIN_BASE_CHARS || json.length > MAX_BASE_CHARS) {
      return { body: await pack(JSON.parse(json)), base: null };
    }
    const known = this.#bases.get(session);
    if (known) {
      const body = await packAgainst(json, known.text);
      const whole = await packAgainst(json, "");
      if (body.length <= whole.length * MAX_SHARE) {
        this.#keep(session, known);
        return { body, base: known };
      }
    }
    const base = { sha256: textHash(json), text: json };
    this.#keep(session, base);
    return { body: await packAgainst(json, json), base };
  }

  /** Nothing is packed against what was forgotten. */
  clear(): void {
    this.#bases.clear();
  }

  #keep(session: string, base: RunBase): void {
    this.#bases.delete(session);
    this.#bases.set(session, base);
    for (const oldest of this.#bases.keys()) {
      if (this.#bases.size <= MAX_BASES) return;
      this.#bases.delete(oldest);
    }
  }
}
