import { MAX_ENTITIES } from "#shared/contract/memory-graph.ts";
import { createStore, type StoreApi } from "zustand/vanilla";
import type { Client } from "#shared/contract/index.ts";
import type { GraphEntity, GraphNeighbour } from "#shared/contract/memory-graph.ts";
import { failureText } from "../ui/failure-text.ts";

export type GraphState = {
  readonly status: "loading" | "ready" | "failed";
  readonly failure: string | null;
  readonly agent: string | undefined;
  readonly entities: readonly GraphEntity[];
  readonly total: number;
  readonly relations: number;
  readonly entity: GraphEntity | null;
  readonly hops: number;
  readonly neighbours: readonly GraphNeighbour[];
  readonly load: (agent: string | undefined) => Promise<void>;
  readonly choose: (entity: string) => Promise<void>;
  readonly setHops: (hops: number) => Promise<void>;
};

export type GraphStore = StoreApi<GraphState>;

export const createGraphStore = (client: Client): GraphStore =>
  createStore((set, get) => {
    const whose = () => ({ agent: get().agent });
    const guarded = async (work: () => Promise<void>) => {
      try {
        await work();
        set({ status: "ready", failure: null });
      } catch (error) {
        set({ status: "failed", failure: failureText(error) });
      }
    };
    const readAround = async (id: string) => {
      const { hops } = get();
      const { entity, neighbours } = await client.call("memory.neighbours", { ...whose(), entity: id, hops });
      if (get().hops === hops) set({ entity, neighbours });
    };
    return {
      status: "loading",
      failure: null,
      agent: undefined,
      entities: [],
      total: 0,
      relations: 0,
      entity: null,
      hops: 2,
      neighbours: [],
      load: (agent) =>
        guarded(async () => {
          set({ agent });
          const found = await client.call("memory.entities", { ...whose(), limit: MAX_ENTITIES });
          const { entity } = get();
          const kept = found.entities.find(({ id }) => id === entity?.id) ?? mostLinked(found.entities);
          set({ ...found, ...(!kept && { entity: null, neighbours: [] }) });
          if (kept) await readAround(kept.id);
        }),
      choose: (entity) => guarded(() => readAround(entity)),
      setHops: (hops) =>
        guarded(async () => {
          set({ hops });
          const { entity } = get();
          if (entity) await readAround(entity.id);
        }),
    };
  });

/** The entity with the most relations. */
const mostLinked = (entities: readonly GraphEntity[]): GraphEntity | undefined =>
  entities.reduce<GraphEntity | undefined>(
    (best, entity) => (best === undefined || entity.links > best.links ? entity : best),
    undefined,
  );
