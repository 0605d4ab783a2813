import type { PreviewInput } from "#shared/contract/context.ts";
import type { Manifest } from "#shared/model/manifest.ts";
import { changesBetween, type ManifestChanges, withChanges } from "#shared/model/manifest-changes.ts";
import type { Assembled } from "./assemble.ts";

/** A manifest of 10,000 files takes about ten megabytes. */
const MAX_KNOWN = 4;

/** The manifests that were returned or compared with last, so that a slider can ask for what changes. */
export class KnownManifests {
  readonly #known = new Map<string, Manifest>();

  /** The parts of a preview that the caller asked for. */
  shown({ messages, manifest }: Assembled, { include, against }: Pick<PreviewInput, "include" | "against">) {
    return {
      ...(include.includes("messages") ? { messages: [...messages] } : {}),
      ...(include.includes("manifest") ? this.answer(manifest, against) : {}),
    };
  }

  /** The whole manifest, or what differs from the one with the id `against` when that is still known. */
  answer(
    manifest: Manifest,
    against: string | undefined,
  ): { readonly manifest: Manifest } | { readonly changes: ManifestChanges } {
    const base = against === undefined ? undefined : this.#known.get(against);
    const changes = base && changesBetween(base, manifest);
    if (base) this.#remember(base);
    // Built on the base, so that unchanged segments are stored once, however far a slider moves.
    this.#remember(base && changes ? withChanges(base, changes) : manifest);
    return changes ? { changes } : { manifest };
  }

  #remember(manifest: Manifest): void {
    this.#known.delete(manifest.id);
    this.#known.set(manifest.id, manifest);
    for (const id of this.#known.keys()) if (this.#known.size > MAX_KNOWN) this.#known.delete(id);
  }
}
