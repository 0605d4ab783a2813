import { createStore, type StoreApi } from "zustand/vanilla";
import type { changesRoutes, ListedChange } from "#shared/contract/changes.ts";
import type { Client } from "#shared/contract/index.ts";
import type { RouteOutput } from "#shared/contract/route.ts";
import { failureText } from "../ui/failure-text.ts";

export type Overview = RouteOutput<(typeof changesRoutes)["changes.overview"]>;
export type Diff = RouteOutput<(typeof changesRoutes)["changes.diff"]>;

/** Empty: all of them. `path` is one file or folder, `text` a part of a path or title. */
export type Filter = {
  readonly text: string;
  readonly path: string;
  readonly actor: string;
  readonly session: string;
};

export type ChangesState = {
  readonly status: "loading" | "ready" | "failed";
  readonly failure: string | null;
  /** Newest first. */
  readonly changes: readonly ListedChange[];
  readonly more: boolean;
  readonly overview: Overview | null;
  readonly filter: Filter;
  readonly selected: string | null;
  readonly file: string | null;
  /** Null while it is read, or where there is nothing to compare. */
  readonly diff: Diff | null;
  readonly diffFailure: string | null;
  readonly load: () => Promise<void>;
  readonly older: () => Promise<void>;
  readonly setFilter: (filter: Partial<Filter>) => void;
  readonly select: (id: string) => void;
  readonly showFile: (path: string) => void;
};

export type ChangesStore = StoreApi<ChangesState>;

const PAGE = 100;
const MAX_SHOWN = 1_000;

export const allChanges: Filter = { text: "", path: "", actor: "", session: "" };

const nothing = {
  status: "loading",
  failure: null,
  changes: [],
  more: false,
  overview: null,
  filter: allChanges,
  selected: null,
  file: null,
  diff: null,
  diffFailure: null,
} as const;

export const createChangesStore = (client: Client): ChangesStore =>
  createStore((set, get) => {
    let newest = 0;

    const ask = (limit: number, before?: string) => {
      const { text, path, actor, session } = get().filter;
      return client.call("changes.list", {
        limit,
        ...(text.trim() && { text: text.trim() }),
        ...(path && { path }),
        ...(actor && { actor }),
        ...(session && { session }),
        ...(before !== undefined && { before }),
      });
    };

    const read = async () => {
      const own = (newest += 1);
      try {
        // What was unfolded stays unfolded.
        const limit = Math.min(MAX_SHOWN, Math.max(PAGE, get().changes.length));
        const [{ changes, more }, overview] = await Promise.all([
          ask(limit),
          client.call("changes.overview", {}),
        ]);
        if (own !== newest) return;
        const { selected, changes: before } = get();
        const shown = before.find(({ id }) => id === selected);
        const kept = changes.find(({ id }) => id === selected) ?? changes[0];
        set({ status: "ready", failure: null, changes, more, overview });
        // What is shown stays on the screen while something else is added to the list.
        if (!shown || !kept || !isSame(shown, kept)) show(kept ?? null);
      } catch (error) {
        if (own === newest) set({ status: "failed", failure: failureText(error) });
      }
    };

    const show = (change: ListedChange | null) => {
      const path = get().file;
      const file = change?.files.find((each) => each.path === path) ?? firstFile(change);
      set({ selected: change?.id ?? null, file: file?.path ?? null, diff: null, diffFailure: null });
      void readDiff();
    };

    const readDiff = async () => {
      const { selected, file, changes } = get();
      const change = changes.find(({ id }) => id === selected);
      const asked = change?.files.find(({ path }) => path === file);
      if (!change || !asked || !asked.kept || isFolder(asked) || change.move) return;
      try {
        const diff = await client.call("changes.diff", { id: change.id, path: asked.path });
        if (get().selected === selected && get().file === file) set({ diff });
      } catch (error) {
        if (get().selected === selected && get().file === file) set({ diffFailure: failureText(error) });
      }
    };

    return {
      ...nothing,
      load: read,
      older: async () => {
        const last = get().changes.at(-1);
        if (!last) return;
        const { changes, more } = await ask(PAGE, last.id);
        set((state) => ({ changes: [...state.changes, ...changes], more }));
      },
      setFilter: (filter) => {
        set((state) => ({ filter: { ...state.filter, ...filter } }));
        void read();
      },
      select: (id) => show(get().changes.find((each) => each.id === id) ?? null),
      showFile: (file) => {
        set({ file, diff: null, diffFailure: null });
        void readDiff();
      },
    };
  });

const isSame = (a: ListedChange, b: ListedChange): boolean =>
  a.id === b.id && JSON.stringify(a.files) === JSON.stringify(b.files);

type File = ListedChange["files"][number];

/** The first that has a text to show. */
const firstFile = (change: ListedChange | null): File | undefined =>
  change?.files.find((file) => !isFolder(file)) ?? change?.files[0];

export const isFolder = ({ before, after }: File): boolean => before === "folder" || after === "folder";
