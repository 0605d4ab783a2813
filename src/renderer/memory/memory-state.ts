import type { StoreApi } from "zustand/vanilla";
import type { Agent } from "#shared/contract/agents.ts";
import type { Memory, MemoryHit, memoryRoutes } from "#shared/contract/memory.ts";
import type { CopyKind, ForgottenCopy, memoryLifeRoutes } from "#shared/contract/memory-life.ts";
import type { RouteInput, RouteOutput } from "#shared/contract/route.ts";
import type { PromptRoom } from "./prompt-room.ts";
import type { Shelf } from "./shelf.ts";

export type Stats = RouteOutput<(typeof memoryRoutes)["memory.stats"]>;
export type Preset = NonNullable<RouteInput<(typeof memoryRoutes)["memory.search"]>["preset"]>;
export type NoteKind = NonNullable<RouteInput<(typeof memoryRoutes)["memory.add"]>["kind"]>;
export type Imported = RouteOutput<(typeof memoryLifeRoutes)["memory.import"]>;

export type Consolidated = RouteOutput<(typeof memoryLifeRoutes)["memory.consolidate"]>;
export type ConsolidateMode = NonNullable<
  RouteInput<(typeof memoryLifeRoutes)["memory.consolidate"]>["mode"]
>;

/** The result of a search, and its query. */
export type Answer = Omit<RouteOutput<(typeof memoryRoutes)["memory.search"]>, "hits"> & {
  readonly query: string;
  readonly hits: readonly MemoryHit[];
  readonly milliseconds: number;
  /** Where a prompt with this query would end; null while that is unknown, and where it has no meaning. */
  readonly room: PromptRoom | null;
};

export type Forgotten = {
  readonly forgotten: string;
  readonly versions: number;
  readonly copies: readonly ForgottenCopy[];
};

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
  /** Null without a query. */
  readonly answer: Answer | null;
  readonly searching: boolean;
  /** The memory whose details are open. */
  readonly selected: string | null;
  /** `agent`: the agent whose memory to show, if it changes. */
  readonly load: (agent?: string) => Promise<void>;
  readonly refresh: () => void;
  readonly show: (shelf: Shelf) => Promise<void>;
  /** The next page of the list. */
  readonly more: () => Promise<void>;
  readonly search: (query: string) => void;
  readonly setPreset: (preset: Preset) => void;
  readonly select: (id: string | null) => void;
  readonly pin: (id: string, pinned: boolean) => Promise<void>;
  /** Returns a function that undoes it; null where the new words cannot be found again. */
  readonly update: (memory: Memory, text: string) => Promise<(() => Promise<void>) | null>;
  readonly forget: (id: string) => Promise<Forgotten>;
  readonly purge: (forgotten: string, kinds: readonly CopyKind[]) => Promise<number>;
  /** Returns the file it was written to. */
  readonly add: (text: string, kind: NoteKind) => Promise<string>;
  /** With `agreed`, writes a rewrite that the user has seen. */
  readonly consolidate: (
    mode: ConsolidateMode,
    agreed: string | undefined,
    signal: AbortSignal,
  ) => Promise<Consolidated>;
  readonly export: () => Promise<{ readonly name: string; readonly text: string }>;
  /** Null when the user stopped it. */
  readonly import: (text: string) => Promise<Imported | null>;
  readonly stopImport: () => void;
  readonly pauseEmbedding: (paused: boolean) => Promise<void>;
  readonly setSwitch: (key: "enabled" | "extract", on: boolean) => Promise<void>;
};

export type MemoryStore = StoreApi<MemoryState>;
