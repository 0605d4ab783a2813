import { createStore, type StoreApi } from "zustand/vanilla";
import type { Client } from "#shared/contract/index.ts";
import type { Learned } from "#shared/contract/memory-life.ts";

export type LearnedState = {
  /** Newest first, of every agent. */
  readonly learned: readonly Learned[];
  readonly load: () => Promise<void>;
  readonly heard: (learned: Learned) => void;
  readonly undo: (id: string) => Promise<{ readonly removed: number; readonly kept: number }>;
};

export type LearnedStore = StoreApi<LearnedState>;

const MAX_SHOWN = 200;

export const createLearnedStore = (client: Client): LearnedStore =>
  createStore((set, get) => ({
    learned: [],
    load: async () => {
      const { learned } = await client.call("memory.learned", { limit: MAX_SHOWN });
      set({ learned });
    },
    heard: (learned) => set({ learned: [learned, ...get().learned.filter(({ id }) => id !== learned.id)] }),
    undo: async (id) => {
      const done = await client.call("memory.undo", { learned: id });
      set({ learned: get().learned.map((each) => (each.id === id ? { ...each, undone: true } : each)) });
      return done;
    },
  }));

/** An agent's newest reading that was not undone. */
export const lastLearned = (learned: readonly Learned[], agent: string | undefined): Learned | undefined =>
  learned.find(
    (each) => !each.undone && each.items.length > 0 && (agent === undefined || each.agent === agent),
  );

/** What was learned in a conversation since a message was sent: the result of its turn. */
export const learnedSince = (
  learned: readonly Learned[],
  session: string | null,
  said: string | undefined,
): Learned | undefined =>
  said === undefined
    ? undefined
    : learned.find((each) => each.session === session && each.items.length > 0 && each.at >= said);
