import { createStore, type StoreApi } from "zustand/vanilla";
import type { Agent } from "#shared/contract/agents.ts";
import { type Client, Failure } from "#shared/contract/index.ts";
import type { Memory, MemoryHit, memoryRoutes } from "#shared/contract/memory.ts";
import type { CopyKind, ForgottenCopy, memoryLifeRoutes } from "#shared/contract/memory-life.ts";
import type { RouteInput, RouteOutput } from "#shared/contract/route.ts";
import { latest } from "../ui/latest.ts";
import { type PromptRoom, roomOf } from "./prompt-room.ts";
import { listsMemories, type Shelf, tierOfShelf } from "./shelf.ts";

export type Stats = RouteOutput<(typeof memoryRoutes)["memory.stats"]>;
export type Preset = NonNullable<RouteInput<(typeof memoryRoutes)["memory.search"]>["preset"]>;
export type NoteKind = NonNullable<RouteInput<(typeof memoryRoutes)["memory.add"]>["kind"]>;
export type Imported = RouteOutput<(typeof memoryLifeRoutes)["memory.import"]>;

export type Consolidated = RouteOutput<(typeof memoryLifeRoutes)["memory.consolidate"]>;
export type ConsolidateMode = NonNullable<
  RouteInput<(typeof memoryLifeRoutes)["memory.consolidate"]>["mode"]
>;

/** What a search gave, and for which words. */
export type Answer = Omit<RouteOutput<(typeof memoryRoutes)["memory.search"]>, "hits"> & {
  readonly query: string;
  readonly hits: readonly MemoryHit[];
  readonly milliseconds: number;
  /** Where a prompt with this question would end; null while that is not known, and where it has no meaning. */
  readonly room: PromptRoom | null;
};

export type Forgotten = { readonly forgotten: string; readonly copies: readonly ForgottenCopy[] };

export type MemoryState = {
  readonly status: "loading" | "ready" | "failed";
  readonly failure: string | null;
  readonly agents: readonly Agent[];
  readonly agent: Agent | null;
  readonly stats: Stats | null;
  readonly shelf: Shelf;
  readonly memories: readonly Memory[];
  readonly query: string;
  readonly preset: Preset;
  /** Null while nothing is asked. */
  readonly answer: Answer | null;
  readonly searching: boolean;
  /** The memory whose details are open. */
  readonly selected: string | null;
  /** `agent`: whose memory, if another than before. */
  readonly load: (agent?: string) => Promise<void>;
  readonly refresh: () => void;
  readonly show: (shelf: Shelf) => Promise<void>;
  /** The next page of the list. */
  readonly more: () => Promise<void>;
  readonly search: (query: string) => void;
  readonly setPreset: (preset: Preset) => void;
  readonly select: (id: string | null) => void;
  readonly pin: (id: string, pinned: boolean) => Promise<void>;
  /** Gives the way to take it back; null where the new words cannot be found again. */
  readonly update: (memory: Memory, text: string) => Promise<(() => Promise<void>) | null>;
  readonly forget: (id: string) => Promise<Forgotten>;
  readonly purge: (forgotten: string, kinds: readonly CopyKind[]) => Promise<number>;
  /** Gives the file it was written to. */
  readonly add: (text: string, kind: NoteKind) => Promise<string>;
  /** With `agreed`, a rewriting that was seen is written. */
  readonly consolidate: (
    mode: ConsolidateMode,
    agreed: string | undefined,
    signal: AbortSignal,
  ) => Promise<Consolidated>;
  readonly export: () => Promise<{ readonly name: string; readonly text: string }>;
  /** Null when the person stopped it. */
  readonly import: (text: string) => Promise<Imported | null>;
  readonly stopImport: () => void;
  readonly pauseEmbedding: (paused: boolean) => Promise<void>;
  readonly setSwitch: (key: "enabled" | "extract", on: boolean) => Promise<void>;
};

export type MemoryStore = StoreApi<MemoryState>;

const pageSize = 200;
/** The most a page may hold; a longer list is read again page by page. */
const longestPage = 500;
/** After the last key, in milliseconds. */
const typingPause = 150;
/** Changes come in swarms. */
const changePause = 250;
const mostHits = 50;

export const createMemoryStore = (client: Client): MemoryStore =>
  createStore((set, get) => {
    let importing: AbortController | null = null;
    const whose = () => ({ agent: get().agent?.id });

    const readPage = async (offset: number, limit: number) => {
      const { shelf } = get();
      const { memories } = await client.call("memory.list", {
        ...whose(),
        tier: tierOfShelf(shelf),
        ...(shelf === "pinned" && { pinned: true }),
        ...(shelf === "faded" && { faded: true }),
        limit,
        offset,
      });
      return memories;
    };

    const readList = async (length: number) => {
      const { shelf } = get();
      if (!listsMemories(shelf)) return;
      const memories = await readPage(0, Math.min(longestPage, Math.max(pageSize, length)));
      if (get().shelf === shelf) set({ memories });
    };

    const readStats = async () => {
      set({ stats: await client.call("memory.stats", whose()) });
    };

    const guarded = async (work: () => Promise<void>) => {
      try {
        await work();
        set({ status: "ready", failure: null });
      } catch (error) {
        set({ status: "failed", failure: error instanceof Failure ? error.message : String(error) });
      }
    };

    const readRoom = async (message: string, signal: AbortSignal) => {
      const asked = { ...whose(), message, include: ["manifest" as const] };
      const preview = await client.call("context.preview", asked, signal).catch(() => null);
      const { answer } = get();
      if (signal.aborted || answer?.query !== message) return;
      set({ answer: { ...answer, room: preview?.manifest ? roomOf(preview.manifest) : null } });
    };

    const ask = latest(typingPause, async (query: string, signal) => {
      const { shelf, preset } = get();
      const tier = tierOfShelf(shelf);
      const from = performance.now();
      try {
        const found = await client.call(
          "memory.search",
          { ...whose(), query, limit: mostHits, preset, ...(tier && { tiers: [tier] }) },
          signal,
        );
        if (signal.aborted || get().query !== query) return;
        const milliseconds = Math.round(performance.now() - from);
        const before = get().answer;
        // The same question again: where a prompt ends does not jump away and back.
        const room = before?.query === query ? before.room : null;
        set({ answer: { ...found, query, milliseconds, room }, searching: false });
        // By hand chosen weights and shelves are not what a prompt goes by.
        if (shelf === "all" && preset === "auto") await readRoom(query, signal);
      } catch (error) {
        if (signal.aborted) return;
        set({
          searching: false,
          status: "failed",
          failure: error instanceof Failure ? error.message : String(error),
        });
      }
    });

    const searchAgain = () => {
      const { query } = get();
      if (query.trim() !== "") ask(query);
    };

    const readAgain = () =>
      guarded(async () => {
        await Promise.all([readStats(), readList(get().memories.length)]);
        // A question under way is not asked anew: changes that keep coming would keep it from its answer.
        if (!get().searching) searchAgain();
      });
    const soon = latest(changePause, readAgain);

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
        if (memories.length === 0 || memories.length % pageSize !== 0) return;
        const next = await readPage(memories.length, pageSize);
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
        const alike = async () => {
          const asked = { ...whose(), tier: memory.tier, limit: longestPage };
          return (await client.call("memory.list", asked)).memories;
        };
        const before = new Set((await alike()).map(({ id }) => id));
        await client.call("memory.update", { ...whose(), id: memory.id, text });
        await readAgain();
        // Other words are another memory; it is the one that was not there.
        const now = (await alike()).find(({ id, source }) => source === memory.source && !before.has(id));
        if (!now) return null;
        set({ selected: now.id });
        return async () => {
          await client.call("memory.update", { ...whose(), id: now.id, text: memory.text });
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
        // Shown at once; what the file says then is what counts.
        set({ agent: { ...agent, memory: { ...agent.memory, [key]: on } } });
        const { agents } = await client.call("agents.save", {
          id: agent.id,
          values: { memory: { [key]: on } },
        });
        set({ agents, agent: agents.find(({ id }) => id === agent.id) ?? null });
      },
    };
  });
