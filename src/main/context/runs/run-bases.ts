import { packAgainst } from "../../base/pack-against.ts";
import { pack } from "../../base/pack.ts";
import { textHash } from "./split-texts.ts";

/** A text that the bodies of several runs are packed against. */
export type RunBase = { readonly sha256: string; readonly text: string };

/** `first`: bytes of the first body packed against it. `lost`: bytes by which the later ones were longer. */
type KnownBase = RunBase & { readonly first: number | null; readonly lost: number };

export type PackedBody = { readonly body: Buffer; readonly base: RunBase | null };

/** Shorter bodies are not worth a base. */
const MIN_BASE_CHARS = 4_096;
/** A longer body is beyond the reach of the packing, and would fill the memory. */
const MAX_BASE_CHARS = 2_000_000;
/** Conversations whose bases are kept in memory. */
const MAX_BASES = 4;
/** A body that keeps more than this share of its size has changed too much; it becomes the next base. */
const MAX_SHARE = 0.5;

/**
 * Chooses what the body of a run is packed against: the last body of its conversation that was taken for a base.
 * After a start the first body of a conversation becomes one.
 *
 * A body is longer the more was said since the base, and a new base costs its whole size. The bodies say when it
 * pays: once they were longer than the first after the base, all together, by what a new base takes.
 */
export class RunBases {
  readonly #bases = new Map<string, KnownBase>();

  async pack(session: string | null, json: string): Promise<PackedBody> {
    if (session === null || json.length < MIN_BASE_CHARS || json.length > MAX_BASE_CHARS) {
      return { body: await pack(JSON.parse(json)), base: null };
    }
    const known = this.#bases.get(session);
    if (known) {
      const body = await packAgainst(json, known.text);
      const whole = await packAgainst(json, "");
      const first = known.first ?? body.length;
      const lost = known.lost + body.length - first;
      if (lost <= whole.length && body.length <= whole.length * MAX_SHARE) {
        this.#keep(session, { ...known, first, lost });
        return { body, base: known };
      }
    }
    const base = { sha256: textHash(json), text: json };
    this.#keep(session, { ...base, first: null, lost: 0 });
    return { body: await packAgainst(json, json), base };
  }

  /** Nothing is packed against what was forgotten. */
  clear(): void {
    this.#bases.clear();
  }

  #keep(session: string, base: KnownBase): void {
    this.#bases.delete(session);
    this.#bases.set(session, base);
    for (const oldest of this.#bases.keys()) {
      if (this.#bases.size <= MAX_BASES) return;
      this.#bases.delete(oldest);
    }
  }
}
