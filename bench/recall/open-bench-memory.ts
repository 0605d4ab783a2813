import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { systemClock } from "../../src/main/base/clock.ts";
import { forkChild } from "../../src/main/base/fork-child.ts";
import { silentLog } from "../../src/main/base/log.ts";
import { createEmbedder } from "../../src/main/embeddings/create-embedder.ts";
import type { Embedder } from "../../src/main/embeddings/embedder.ts";
import { Memory } from "../../src/main/memory/memory.ts";
import type { MemorySource } from "../../src/main/memory/index/memory-sources.ts";
import { fusions } from "../../src/main/memory/recall/recall-settings.ts";
import { openStore } from "../../src/main/store/open-store.ts";

export type BenchMemory = { readonly memory: Memory; readonly embedder: Embedder; close(): Promise<void> };

/** A project's memory as the product opens it, in a temporary folder, with these sources. */
export const openBenchMemory = (sources: readonly MemorySource[], own?: Embedder): BenchMemory => {
  const folder = mkdtempSync(join(tmpdir(), "satchel-bench-memory-"));
  const store = openStore(join(folder, "index.db"));
  const embedder = remembering(
    own ?? createEmbedder({ resources: join(import.meta.dirname, "../../resources"), startChild: forkChild }),
  );
  const memory = new Memory({
    store,
    clock: systemClock,
    log: silentLog,
    today: () => "2026-01-01",
    sources: async () => sources,
    embedder: () => embedder,
    embedderFor: () => null,
    settings: () => ({ fusion: fusions.default, preset: "auto" }),
    onChange: () => {},
    onProgress: () => {},
  });
  return {
    memory,
    embedder,
    close: async () => {
      await memory.close();
      // One that was given is used for other memories, too.
      if (!own) await embedder.close();
      store.close();
      rmSync(folder, { recursive: true });
    },
  };
};

/** Queries are used with many settings; each is embedded once. */
const remembering = (embedder: Embedder): Embedder => {
  const known = new Map<string, Promise<readonly Float32Array[]>>();
  return {
    ...embedder,
    embed: (texts, signal, options) => {
      const [query] = texts;
      if (!options?.urgent || query === undefined) return embedder.embed(texts, signal, options);
      const made = known.get(query) ?? embedder.embed(texts, signal, options);
      known.set(query, made);
      return made;
    },
  };
};
