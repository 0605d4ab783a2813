import type { Client } from "#shared/contract/index.ts";
import { createDreamStore, type DreamStore } from "./dream-store.ts";
import { createGraphStore, type GraphStore } from "./graph-store.ts";
import { createLearnedStore, type LearnedStore } from "./learned-store.ts";
import { createMemoryStore, type MemoryStore } from "./memory-store.ts";

/** The state of the room, one store per view. */
export type MemoryStores = {
  readonly memories: MemoryStore;
  readonly dreams: DreamStore;
  readonly learned: LearnedStore;
  readonly graph: GraphStore;
};

export const createMemoryStores = (client: Client): MemoryStores => ({
  memories: createMemoryStore(client),
  dreams: createDreamStore(client),
  learned: createLearnedStore(client),
  graph: createGraphStore(client),
});
