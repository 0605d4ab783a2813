import type {
  CommonBeginning,
  WatchedPart,
  WatchedRequest,
  WatchedSummary,
} from "#shared/model/watched-request.ts";
import type { ComparedPart } from "./compare-requests.ts";

/** A part with its text, which only this process has. */
export type KnownPart = ComparedPart & Omit<WatchedPart, "change"> & { change: WatchedPart["change"] };

/** One request as it is kept in memory. */
export type Watched = {
  summary: WatchedSummary;
  encoding: string;
  parts: readonly KnownPart[];
  common: CommonBeginning | null;
  /** Characters of the texts that no earlier request has. */
  ownChars: number;
};

/** Requests that are kept, and characters of their texts together. */
export const MAX_KEPT = 50;
const MAX_KEPT_CHARS = 64 * 1024 * 1024;

/** The last requests, oldest first. */
export class WatchedList {
  #kept: Watched[] = [];
  dropped = 0;

  all(): readonly Watched[] {
    return this.#kept;
  }

  find(id: string): Watched | undefined {
    return this.#kept.find(({ summary }) => summary.id === id);
  }

  add(watched: Watched): void {
    this.#kept.push(watched);
    this.trim();
  }

  /** Drops the oldest until the limits are kept. */
  trim(): void {
    let chars = this.#kept.reduce((sum, { ownChars }) => sum + ownChars, 0);
    while (this.#kept.length > MAX_KEPT || (chars > MAX_KEPT_CHARS && this.#kept.length > 1)) {
      chars -= this.#kept.shift()?.ownChars ?? 0;
      this.dropped += 1;
    }
  }

  clear(): void {
    this.#kept = [];
    this.dropped = 0;
  }
}

export const shownRequest = ({ summary, encoding, parts, common }: Watched): WatchedRequest => ({
  ...summary,
  encoding,
  common,
  parts: parts.map(({ index, kind, layer, title, origin, tokens, chars, exact, change, places }) => ({
    index,
    kind,
    layer,
    title,
    origin,
    tokens,
    chars,
    exact,
    change,
    places: [...places],
  })),
});
