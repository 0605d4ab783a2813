import { createStore, type StoreApi } from "zustand/vanilla";
import type { TrashItem, trashRoutes } from "#shared/contract/trash.ts";
import type { Client } from "#shared/contract/index.ts";
import type { RouteOutput } from "#shared/contract/route.ts";
import { failureText } from "../ui/failure-text.ts";

type Listed = RouteOutput<(typeof trashRoutes)["trash.list"]>;

export type TrashState = {
  readonly status: "loading" | "ready" | "failed";
  readonly failure: string | null;
  readonly items: readonly TrashItem[];
  readonly bytes: number;
  readonly limits: Listed["limits"] | null;
  readonly load: () => Promise<void>;
  readonly restore: (item: TrashItem) => Promise<void>;
  /** Deletes for good; without ids everything. */
  readonly empty: (ids?: readonly string[]) => Promise<number>;
};

export type TrashStore = StoreApi<TrashState>;

export const createTrashStore = (client: Client): TrashStore =>
  createStore((set, get) => ({
    status: "loading",
    failure: null,
    items: [],
    bytes: 0,
    limits: null,
    load: async () => {
      try {
        set({ status: "ready", failure: null, ...(await client.call("trash.list", {})) });
      } catch (error) {
        set({ status: "failed", failure: failureText(error) });
      }
    },
    restore: async ({ id }) => {
      await client.call("trash.restore", { id });
      await get().load();
    },
    empty: async (ids) => {
      const { removed } = await client.call("trash.empty", ids ? { ids: [...ids] } : {});
      await get().load();
      return removed;
    },
  }));
