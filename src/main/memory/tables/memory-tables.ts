import type { Ids } from "../../base/ids.ts";
import type { Store } from "../../store/open-store.ts";
import { Graph } from "./graph.ts";
import { Procedures } from "./procedures.ts";
import { ProfileStore } from "./profile-store.ts";

/** Memories that are in the database and in no file. */
export type MemoryTables = {
  readonly graph: Graph;
  readonly procedures: Procedures;
  /** What is known about the user. */
  readonly profiles: ProfileStore;
};

export const openMemoryTables = (store: Store, ids: Ids): MemoryTables => ({
  graph: new Graph(store, ids),
  procedures: new Procedures(store, ids),
  profiles: new ProfileStore(store),
});
