import { createStore, type StoreApi } from "zustand/vanilla";
import type { Client } from "#shared/contract/index.ts";
import { latest } from "../ui/latest.ts";
import { failureText } from "../ui/failure-text.ts";

export type Hit = {
  readonly path: string;
  readonly line: number;
  readonly column: number;
  /** The line, or for a long line the part around the hit. */
  readonly text: string;
};

export type FindState = {
  readonly query: string;
  readonly caseSensitive: boolean;
  readonly status: "idle" | "looking" | "found" | "failed";
  readonly failure: string | null;
  readonly hits: readonly Hit[];
  readonly files: number;
  readonly truncated: boolean;
  readonly ask: (change: { query?: string; caseSensitive?: boolean }) => void;
};

export type FindStore = StoreApi<FindState>;

const nothing = { hits: [], files: 0, truncated: false };

/** Text search across all files of the project, while typing. */
export const createFindStore = (client: Client, wait = 200): FindStore =>
  createStore((set, get) => {
    const look = latest<{ query: string; caseSensitive: boolean }>(wait, async (input, signal) => {
      if (input.query === "") return set({ ...nothing, status: "idle" });
      set({ status: "looking" });
      try {
        const found = await client.call("workspace.search", { root: "project", ...input }, signal);
        if (!signal.aborted) set({ ...found, status: "found", failure: null });
      } catch (error) {
        if (signal.aborted) return;
        set({
          ...nothing,
          status: "failed",
          failure: failureText(error),
        });
      }
    });
    return {
      query: "",
      caseSensitive: false,
      status: "idle",
      failure: null,
      ...nothing,
      ask: (change) => {
        set(change);
        const { query, caseSensitive } = get();
        look({ query, caseSensitive });
      },
    };
  });
