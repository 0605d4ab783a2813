import { createStore } from "zustand/vanilla";
import type { Client } from "#shared/contract/index.ts";
import { failureText } from "../ui/failure-text.ts";
import { latest } from "../ui/latest.ts";
import { memoryChanges } from "./memory-changes.ts";
import { createPages, PAGE_SIZE } from "./memory-pages.ts";
import { createQuestions } from "./memory-questions.ts";
import type { MemoryState, MemoryStore } from "./memory-state.ts";
import { listsMemories } from "./shelf.ts";

export type * from "./memory-state.ts";

/** Changes come in bursts. */
const CHANGE_PAUSE_MS = 250;

export const createMemoryStore = (client: Client): MemoryStore =>
  createStore<MemoryState>((set, get, store) => {
    const { readPage, readList, readStats } = createPages(client, store);
    const { ask, searchAgain } = createQuestions(client, store);

    const guarded = async (work: () => Promise<void>) => {
      try {
        await work();
        set({ status: "ready", failure: null });
      } catch (error) {
        set({ status: "failed", failure: failureText(error) });
      }
    };

    const readAgain = () =>
      guarded(async () => {
        await Promise.all([readStats(), readList(get().memories.length)]);
        // A running query is not repeated: continuous changes would keep it from ever being answered.
        if (!get().searching) searchAgain();
      });
    const soon = latest(CHANGE_PAUSE_MS, readAgain);

    return {
      status: "loading",
      failure: null,
      agents: [],
      agent: null,
      stats: null,
      shelf: "all",
      memories: [],
      query: "",
      preset: "auto",
      answer: null,
      searching: false,
      selected: null,
      load: (id) =>
        guarded(async () => {
          const { agents } = await client.call("agents.list", {});
          const wanted = id ?? get().agent?.id;
          set({ agents, agent: agents.find((agent) => agent.id === wanted) ?? agents[0] ?? null });
          await Promise.all([readStats(), readList(0)]);
          searchAgain();
        }),
      refresh: () => soon(undefined),
      show: (shelf) =>
        guarded(async () => {
          set({ shelf, memories: [], selected: null });
          await readList(0);
          searchAgain();
        }),
      more: async () => {
        const { memories, shelf } = get();
        if (memories.length === 0 || memories.length % PAGE_SIZE !== 0) return;
        const next = await readPage(memories.length, PAGE_SIZE);
        if (get().memories === memories && get().shelf === shelf) set({ memories: [...memories, ...next] });
      },
      search: (query) => {
        const asked = query.trim() !== "";
        set({ query, searching: asked, selected: null, ...(!asked && { answer: null }) });
        if (asked && !listsMemories(get().shelf)) void get().show("all");
        else if (asked) ask(query);
      },
      setPreset: (preset) => {
        set({ preset });
        searchAgain();
      },
      select: (selected) => set({ selected }),
      ...memoryChanges(client, { store, readAgain, readStats }),
    };
  });
