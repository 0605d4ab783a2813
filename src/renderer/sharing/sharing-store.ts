import { createStore, type StoreApi } from "zustand/vanilla";
import type { Client } from "#shared/contract/index.ts";
import type { Proposal, ProposalEffect } from "#shared/model/proposal.ts";
import { failureText } from "../ui/failure-text.ts";

export type Accepted = { readonly path: string; readonly change: string | null };

export type SharingState = {
  readonly status: "loading" | "ready" | "failed";
  readonly failure: string | null;
  /** Newest first. */
  readonly proposals: readonly Proposal[];
  /** By the proposal's id; follows a moment after the list. */
  readonly effects: Readonly<Record<string, ProposalEffect>>;
  /** Proposals that wait, also while the list is not shown. */
  readonly waiting: number;
  readonly load: () => Promise<void>;
  /** The core says how many wait. */
  readonly changed: (waiting: number) => void;
  readonly accept: (id: string, text?: string) => Promise<Accepted>;
  readonly decline: (id: string) => Promise<void>;
};

export type SharingStore = StoreApi<SharingState>;

export const createSharingStore = (client: Client): SharingStore =>
  createStore((set, get) => {
    let loads = 0;
    const readEffects = async (proposals: readonly Proposal[], load: number) => {
      for (const { id } of proposals) {
        if (load !== loads) return;
        const effect = await client.call("sharing.effect", { id }).catch(() => null);
        if (effect && load === loads) set(({ effects }) => ({ effects: { ...effects, [id]: effect } }));
      }
    };
    return {
      status: "loading",
      failure: null,
      proposals: [],
      effects: {},
      waiting: 0,
      load: async () => {
        const load = (loads += 1);
        try {
          const { proposals } = await client.call("sharing.inbox", {});
          if (load !== loads) return;
          set({ status: "ready", failure: null, proposals, waiting: proposals.length });
          void readEffects(proposals, load);
        } catch (error) {
          if (load === loads) set({ status: "failed", failure: failureText(error) });
        }
      },
      changed: (waiting) => set({ waiting }),
      accept: async (id, text) => {
        const accepted = await client.call("sharing.accept", { id, text });
        await get().load();
        return accepted;
      },
      decline: async (id) => {
        await client.call("sharing.decline", { id });
        await get().load();
      },
    };
  });
