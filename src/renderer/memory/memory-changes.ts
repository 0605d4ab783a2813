import { undoChange } from "../ui/undo-change.ts";
import type { Client } from "#shared/contract/index.ts";
import type { MemoryState, MemoryStore } from "./memory-state.ts";

type Parts = {
  readonly store: Pick<MemoryStore, "getState" | "setState">;
  readonly readAgain: () => Promise<void>;
  readonly readStats: () => Promise<void>;
};

type Changes = Pick<
  MemoryState,
  | "pin"
  | "update"
  | "forget"
  | "purge"
  | "add"
  | "consolidate"
  | "export"
  | "import"
  | "stopImport"
  | "pauseEmbedding"
  | "setSwitch"
>;

/** The user's actions on memories. Everything shown is read again afterwards. */
export const memoryChanges = (client: Client, { store, readAgain, readStats }: Parts): Changes => {
  const { getState: get, setState: set } = store;
  const whose = () => ({ agent: get().agent?.id });
  let importing: AbortController | null = null;
  return {
    pin: async (id, pinned) => {
      const { memory } = await client.call("memory.pin", { id, pinned });
      const { answer } = get();
      set({
        memories: get().memories.map((each) => (each.id === id ? memory : each)),
        answer: answer && {
          ...answer,
          hits: answer.hits.map((hit) => (hit.id === id ? { ...hit, pinned } : hit)),
        },
      });
      await readAgain();
    },
    update: async (memory, text) => {
      const { memory: now, change } = await client.call("memory.update", { ...whose(), id: memory.id, text });
      await readAgain();
      if (!now || now.text === memory.text) return null;
      set({ selected: now.id });
      return async () => {
        // What stands in no file has no change.
        if (change !== null) await undoChange(client, change);
        else await client.call("memory.update", { ...whose(), id: now.id, text: memory.text });
        await readAgain();
      };
    },
    forget: async (id) => {
      const gone = await client.call("memory.forget", { ...whose(), id });
      const { answer } = get();
      set({
        selected: null,
        memories: get().memories.filter((each) => each.id !== id),
        answer: answer && { ...answer, hits: answer.hits.filter((hit) => hit.id !== id) },
      });
      await readAgain();
      return gone;
    },
    purge: async (forgotten, kinds) => {
      const { purged } = await client.call("memory.purge", { forgotten, kinds: [...kinds] });
      await readAgain();
      return purged.reduce((sum, each) => sum + each.purged, 0);
    },
    add: async (text, kind) => {
      const { path } = await client.call("memory.add", { ...whose(), text, kind });
      await readAgain();
      return path;
    },
    consolidate: async (mode, agreed, signal) => {
      const done = await client.call("memory.consolidate", { ...whose(), mode, agreed }, signal);
      if (done.written) await readAgain();
      return done;
    },
    export: () => client.call("memory.export", {}),
    import: async (text) => {
      importing = new AbortController();
      const { signal } = importing;
      try {
        return await client.call("memory.import", { text }, signal);
      } catch (error) {
        if (signal.aborted) return null;
        throw error;
      } finally {
        await readAgain();
      }
    },
    stopImport: () => importing?.abort(),
    pauseEmbedding: async (paused) => {
      await client.call("memory.pauseEmbedding", { paused });
      await readStats();
    },
    setSwitch: async (key, on) => {
      const { agent } = get();
      if (!agent) return;
      // Shown at once; the file's text then replaces it.
      set({ agent: { ...agent, memory: { ...agent.memory, [key]: on } } });
      const { agents } = await client.call("agents.save", {
        id: agent.id,
        values: { memory: { [key]: on } },
      });
      set({ agents, agent: agents.find(({ id }) => id === agent.id) ?? null });
    },
  };
};
