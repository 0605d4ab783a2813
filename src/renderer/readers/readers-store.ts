import { createStore, type StoreApi } from "zustand/vanilla";
import type { Client } from "#shared/contract/index.ts";
import type { Overlap, Xray } from "#shared/contract/readers.ts";
import type { ReadFix } from "#shared/model/read-fix.ts";
import type { ReaderId, ReaderProfile } from "#shared/model/reader.ts";
import { failureText } from "../ui/failure-text.ts";
import { latest } from "../ui/latest.ts";

export type Picked = { readonly reader: ReaderId; readonly path: string };

/** The text of the picked cell, where it is cut, and what can be done. */
export type CellText = {
  readonly text: string | null;
  readonly partial: boolean;
  readonly cut: { readonly from: number; readonly to: number } | null;
  readonly fixes: readonly ReadFix[];
};

export type SourceStep = {
  readonly path: string;
  readonly does: "import" | "remove" | "keep";
  readonly text: string;
  readonly why: string;
};

export type ReadersState = {
  readonly status: "loading" | "ready" | "failed";
  readonly failure: string | null;
  readonly profiles: readonly ReaderProfile[];
  readonly report: Xray | null;
  /** Follows a moment after the report. */
  readonly overlaps: readonly Overlap[];
  /** Where the programs are started, relative to the folder. */
  readonly cwd: string;
  readonly folders: readonly string[];
  readonly picked: Picked | null;
  /** Null while it is being read. */
  readonly cell: CellText | null;
  readonly load: (again?: boolean) => Promise<void>;
  readonly moveTo: (cwd: string) => Promise<void>;
  readonly pick: (picked: Picked | null) => void;
  /** Something changed; asks again soon. */
  readonly follow: () => void;
  /** Returns the change, for undo. */
  readonly fix: (id: string) => Promise<{ readonly change: string | null; readonly title: string }>;
  readonly planSource: (keep: string) => Promise<readonly SourceStep[]>;
  readonly keepSource: (keep: string) => Promise<string | null>;
  readonly lookOutside: (allowed: boolean) => Promise<void>;
};
export type ReadersStore = StoreApi<ReadersState>;

export type ReadersOptions = {
  /** Texts of the editor that are not saved, by project-relative path. */
  readonly drafts: () => readonly { readonly path: string; readonly text: string }[];
};

/** Short enough to follow typing, long enough to ask once for a burst. */
const FOLLOW_MS = 16;
/** Rules are compared when typing pauses. */
const COMPARE_MS = 300;

export const createReadersStore = (client: Client, { drafts }: ReadersOptions): ReadersStore =>
  createStore((set, get) => {
    const compareLater = latest<null>(COMPARE_MS, (_, signal) =>
      guarded(async () => {
        const input = { cwd: get().cwd, drafts: [...drafts()] };
        set(await client.call("readers.overlaps", input, signal));
      }, signal),
    );
    const look = async (again: boolean, signal?: AbortSignal) => {
      const { cwd } = get();
      const report = await client.call("readers.look", { cwd, drafts: [...drafts()], again }, signal);
      if (get().cwd !== cwd) return;
      set({ report, status: "ready", failure: null });
      compareLater(null);
    };
    const readCell = async () => {
      const { picked, cwd } = get();
      if (!picked) return;
      const cell = await client.call("readers.cell", { ...picked, cwd, drafts: [...drafts()] });
      if (get().picked === picked) set({ cell });
    };
    /** What a newer question stopped is no failure. */
    const guarded = async (work: () => Promise<void>, signal?: AbortSignal) => {
      try {
        await work();
      } catch (error) {
        if (signal?.aborted) return;
        set({ status: "failed", failure: failureText(error) });
      }
    };
    const followLater = latest<null>(FOLLOW_MS, (_, signal) =>
      guarded(async () => {
        await look(false, signal);
        await readCell();
      }, signal),
    );
    const both = () =>
      guarded(async () => {
        await look(false);
        await readCell();
      });
    return {
      status: "loading",
      failure: null,
      profiles: [],
      report: null,
      overlaps: [],
      cwd: "",
      folders: [""],
      picked: null,
      cell: null,
      load: (again = false) =>
        guarded(async () => {
          if (get().profiles.length === 0) set({ profiles: (await client.call("readers.list", {})).readers });
          await look(again);
          set({ folders: (await client.call("readers.folders", {})).folders });
          await readCell();
        }),
      moveTo: async (cwd) => {
        set({ cwd });
        await both();
      },
      pick: (picked) => {
        const { reader, path } = get().picked ?? {};
        if (picked && picked.reader === reader && picked.path === path) return;
        set({ picked, cell: null });
        void guarded(readCell);
      },
      follow: () => {
        if (get().report) followLater(null);
      },
      fix: async (fix) => {
        const { picked, cwd } = get();
        if (!picked) return { change: null, title: "" };
        const done = await client.call("readers.fix", { ...picked, cwd, fix });
        await both();
        return done;
      },
      planSource: async (keep) => (await client.call("readers.oneSource", { cwd: get().cwd, keep })).steps,
      keepSource: async (keep) => {
        const { change } = await client.call("readers.oneSource", { cwd: get().cwd, keep, apply: true });
        await both();
        return change;
      },
      lookOutside: async (allowed) => {
        await client.call("settings.set", { user: { xray: { outside: allowed } } });
        await both();
      },
    };
  });
