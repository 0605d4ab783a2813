import { createStore, type StoreApi } from "zustand/vanilla";
import type { DreamCandidate, dreamRoutes, Sweep } from "#shared/contract/dream.ts";
import type { Client } from "#shared/contract/index.ts";
import type { RouteOutput } from "#shared/contract/route.ts";
import { failureText } from "../ui/failure-text.ts";

export type Diary = RouteOutput<(typeof dreamRoutes)["dream.diary"]>;

export type DreamState = {
  readonly status: "loading" | "ready" | "failed";
  readonly failure: string | null;
  readonly agent: string | undefined;
  readonly candidates: readonly DreamCandidate[];
  /** What the user ticked or took out; anything else is as it was offered. */
  readonly decided: ReadonlyMap<string, boolean>;
  readonly diary: Diary | null;
  /** Whether a sweep runs once a day. */
  readonly byItself: boolean;
  readonly working: boolean;
  readonly load: (agent?: string) => Promise<void>;
  readonly tick: (memory: string, ticked: boolean) => void;
  /** Promotes the selected memories. Returns the sweep and a function that undoes it. */
  readonly keep: () => Promise<Sweep>;
  /** Returns how many were removed from MEMORY.md. */
  readonly undo: (sweep: string) => Promise<number>;
  readonly setByItself: (on: boolean) => Promise<void>;
};

export type DreamStore = StoreApi<DreamState>;

export const createDreamStore = (client: Client): DreamStore =>
  createStore((set, get) => {
    const whose = () => ({ agent: get().agent });
    const read = async () => {
      const [{ candidates }, diary, { project }] = await Promise.all([
        client.call("dream.preview", whose()),
        client.call("dream.diary", whose()),
        client.call("settings.get", {}),
      ]);
      set({ candidates, diary, byItself: project?.dreaming.enabled ?? false });
    };
    const load = async (agent?: string) => {
      if (agent !== undefined) set({ agent });
      try {
        await read();
        set({ status: "ready", failure: null });
      } catch (error) {
        set({ status: "failed", failure: failureText(error) });
      }
    };
    return {
      status: "loading",
      failure: null,
      agent: undefined,
      candidates: [],
      decided: new Map(),
      diary: null,
      byItself: false,
      working: false,
      load,
      tick: (memory, ticked) => {
        set({ decided: new Map(get().decided).set(memory, ticked) });
      },
      keep: async () => {
        set({ working: true });
        try {
          const memories = tickedOf(get()).map(({ memory }) => memory);
          const sweep = await client.call("dream.run", { ...whose(), memories });
          await load();
          return sweep;
        } finally {
          set({ working: false });
        }
      },
      undo: async (sweep) => {
        const { removed } = await client.call("dream.undo", { ...whose(), sweep });
        await load();
        return removed;
      },
      setByItself: async (enabled) => {
        set({ byItself: enabled });
        await client.call("settings.set", { project: { dreaming: { enabled } } });
        await load();
      },
    };
  });

export const promotable = ({ candidates }: Pick<DreamState, "candidates">): readonly DreamCandidate[] =>
  candidates.filter(({ verdict }) => verdict === "promote");

export const tickedOf = (state: Pick<DreamState, "candidates" | "decided">): readonly DreamCandidate[] =>
  promotable(state).filter((candidate) => isTicked(state, candidate));

export const isTicked = (
  { decided }: Pick<DreamState, "decided">,
  { memory, preticked }: DreamCandidate,
): boolean => decided.get(memory) ?? preticked;
