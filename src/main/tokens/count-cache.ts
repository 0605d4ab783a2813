import { createHash } from "node:crypto";
import type { Log } from "../base/log.ts";
import type { Counted } from "./encoder.ts";
import type { TokenCounter } from "./token-counter.ts";

/** Stores counts by the SHA-256 of the text and the encoding. */
export type CountCache = {
  find(sha256: string, encoding: string): Counted | null;
  /** An offset per limit, or null when one of them is unknown. */
  findCuts(sha256: string, encoding: string, limits: readonly number[]): readonly number[] | null;
  save(sha256: string, encoding: string, counted: Counted, cuts: ReadonlyMap<number, number>): void;
  findTable(sha256: string, encoding: string): Uint32Array | null;
  saveTable(sha256: string, encoding: string, counted: Counted, table: Uint32Array): void;
};

/**
 * Wraps a counter so that the cache is asked first. It does not own the counter: closing the wrapper leaves
 * the counter open. When the cache fails, the text is counted instead. A count in a different encoding than the
 * wanted one is not kept.
 */
export const withCountCache = (counter: TokenCounter, cache: CountCache, log: Log): TokenCounter => {
  const tryTo = <T>(work: () => T): T | null => {
    try {
      return work();
    } catch (error) {
      log.warn("A token count could not be kept or found.", { error: String(error) });
      return null;
    }
  };

  return {
    encodingOf: (model) => counter.encodingOf(model),

    count: async (text, encoding, signal) => {
      const sha256 = hashOf(text);
      const known = tryTo(() => cache.find(sha256, encoding));
      if (known) return { ...known, encoding };
      const count = await counter.count(text, encoding, signal);
      if (count.encoding === encoding) tryTo(() => cache.save(sha256, encoding, count, new Map()));
      return count;
    },

    cuts: async (text, encoding, limits, signal) => {
      const sha256 = hashOf(text);
      const known = tryTo(() => cache.find(sha256, encoding));
      const offsets = known && tryTo(() => cache.findCuts(sha256, encoding, limits));
      if (offsets) return { count: { ...known, encoding }, offsets };
      const cut = await counter.cuts(text, encoding, limits, signal);
      const cuts = new Map(limits.map((limit, index) => [limit, cut.offsets[index] as number]));
      if (cut.count.encoding === encoding) tryTo(() => cache.save(sha256, encoding, cut.count, cuts));
      return cut;
    },

    cutTable: async (text, encoding, signal) => {
      const sha256 = hashOf(text);
      const known = tryTo(() => cache.find(sha256, encoding));
      const table = known && tryTo(() => cache.findTable(sha256, encoding));
      if (table) return { count: { ...known, encoding }, table };
      const cut = await counter.cutTable(text, encoding, signal);
      if (cut.count.encoding === encoding)
        tryTo(() => cache.saveTable(sha256, encoding, cut.count, cut.table));
      return cut;
    },

    close: () => Promise.resolve(),
  };
};

/** A hash of UTF-16, not UTF-8: texts that differ only in lone surrogates have different cuts. */
const hashOf = (text: string): string => createHash("sha256").update(text, "utf16le").digest("hex");
