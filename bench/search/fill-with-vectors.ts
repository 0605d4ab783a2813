import { systemClock } from "../../src/main/base/clock.ts";
import type { MemoryDraft } from "../../src/main/memory/index/memory-draft.ts";
import { rowsOfSource } from "../../src/main/memory/index/memory-draft.ts";
import { VectorStore } from "../../src/main/memory/index/vector-store.ts";
import { MemoryStore } from "../../src/main/memory/tables/memory-store.ts";
import type { Store } from "../../src/main/store/open-store.ts";
import { DIMENSION, noteText } from "./synthetic.ts";

/** Stores memories of synthetic words with these vectors; row numbers are the places of the vectors, from 1. */
export const fillWithVectors = (
  store: Store,
  model: string,
  vectors: Float32Array,
  count: number,
  words = 30,
): void => {
  const memories = new MemoryStore(store, systemClock);
  const vectorStore = new VectorStore(store);
  const perSource = 1_000;
  for (let from = 0; from < count; from += perSource) {
    const source = {
      source: `memory/${from}`,
      workspace: "workspace",
      agent: null,
      neighbours: false,
    };
    const drafts = Array.from({ length: Math.min(perSource, count - from) }, (_, at): MemoryDraft => ({
      tier: "knowledge",
      origin: "you",
      item: null,
      lineFrom: at + 1,
      lineTo: at + 1,
      heading: "",
      kind: null,
      date: "2025-06-01",
      text: `${noteText(from + at, words)} ${from + at}`,
    }));
    memories.put(source, [...rowsOfSource(drafts, source)]);
    // Ids are assigned in order, so the first row of this source has number `from + 1`.
    vectorStore.save(
      model,
      drafts.map((_, at) => ({
        id: from + at + 1,
        vector: vectors.subarray((from + at) * DIMENSION, (from + at + 1) * DIMENSION),
      })),
    );
  }
};
