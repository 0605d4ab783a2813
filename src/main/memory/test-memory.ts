import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../base/clock.ts";
import { silentLog } from "../base/log.ts";
import { type Embedder, normalise } from "../embeddings/embedder.ts";
import { openStore, type Store } from "../store/open-store.ts";
import { fileSource, type MemorySource } from "./index/memory-sources.ts";
import { Memory, type MemoryOptions } from "./memory.ts";
import { fusions } from "./recall/recall-settings.ts";
import type { Tier } from "./tiers.ts";

/**
 * A vector from the letters of a text: similar spelling, similar direction. Enough where meaning does not
 * matter.
 */
export const letterEmbedder = (model: string, dimension: number): Embedder => ({
  model,
  dimension,
  embed: async (texts) =>
    texts.map((text) => {
      const vector = new Float32Array(dimension);
      for (const letter of text.toLowerCase()) {
        const at = (letter.codePointAt(0) ?? 0) % dimension;
        vector[at] = (vector[at] as number) + 1;
      }
      return normalise(vector);
    }),
  close: async () => {},
});

export const textSource = (inner: string, text: string, tier: Tier = "curated"): MemorySource =>
  fileSource(
    {
      path: `workspace/${inner}`,
      inner,
      workspace: "workspace",
      sha256: `${text.length}:${text.slice(0, 40)}:${text.slice(-40)}`,
      modifiedAt: new Date("2026-11-16T00:00:00Z"),
      read: async () => text,
      folderOrigin: "you",
      origins: () => [],
      isApproved: () => false,
    },
    tier,
  );

export const newStore = (): Store =>
  openStore(join(mkdtempSync(join(tmpdir(), "satchel-memory-")), "index.db"));

export const openTestMemory = (store: Store, changes: Partial<MemoryOptions> = {}): Memory =>
  new Memory({
    store,
    clock: systemClock,
    log: silentLog,
    today: () => "2026-11-16",
    sources: async () => [],
    embedder: () => letters,
    embedderFor: () => null,
    settings: () => ({ fusion: fusions.default, preset: "auto" }),
    onChange: () => {},
    onProgress: () => {},
    ...changes,
  });

const letters = letterEmbedder("letters", 32);
