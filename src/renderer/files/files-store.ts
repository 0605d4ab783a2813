import { createStore, type StoreApi } from "zustand/vanilla";
import type { Client, EventOf } from "#shared/contract/index.ts";
import { type Folders, nearestLoaded, parentOf } from "./file-node.ts";
import { failureText } from "../ui/failure-text.ts";
import { changing } from "../ui/undo-change.ts";

export type FilesState = {
  readonly folders: Folders;
  readonly status: "loading" | "ready" | "failed";
  readonly failure: string | null;
  /** Number of entries that the size guard omitted, by folder. */
  readonly leftOut: Readonly<Record<string, number>>;
  /** Null when the filter is hidden. */
  readonly filter: string | null;
};

/** Operations on the files; each rejects with a Failure that explains why. */
export type FilesActions = {
  /** Reads a folder; a second call reads it again. */
  readonly load: (folder: string) => Promise<void>;
  /** Reads every folder below the project, for the filter and the palette. */
  readonly loadAll: () => Promise<void>;
  readonly setFilter: (filter: string | null) => void;
  readonly reset: () => Promise<void>;
  /** Reads again what is visible. */
  readonly reload: () => Promise<void>;
  readonly changed: (event: EventOf<"workspace.changed">) => void;
  /** These three return the change, to be undone. */
  readonly create: (path: string, kind: "file" | "folder") => Promise<string | null>;
  readonly rename: (from: string, to: string) => Promise<string | null>;
  readonly remove: (path: string) => Promise<string | null>;
};

export type FilesStore = StoreApi<FilesState & FilesActions>;

/** Folders that are read for a filter; names in deeper folders beyond this are not found. */
const MAX_FOLDERS = 400;

const initial: FilesState = { folders: {}, status: "loading", failure: null, leftOut: {}, filter: null };

type Options = {
  readonly onMoved?: (from: string, to: string) => void;
  readonly onRemoved?: (path: string) => void;
};

export const createFilesStore = (client: Client, { onMoved, onRemoved }: Options = {}): FilesStore =>
  createStore((set, get) => {
    const read = async (folder: string) => {
      const { entries, leftOut } = await client.call("workspace.tree", { root: "project", path: folder });
      set((state) => ({
        folders: { ...state.folders, [folder]: entries },
        leftOut: { ...state.leftOut, [folder]: leftOut },
      }));
    };

    const forget = (folder: string) =>
      set((state) => ({
        folders: Object.fromEntries(
          Object.entries(state.folders).filter(([path]) => path !== folder && !path.startsWith(`${folder}/`)),
        ),
      }));

    /** A folder that was removed meanwhile is dropped. */
    const readAgain = async (folder: string) => {
      try {
        await read(folder);
      } catch {
        if (folder) forget(folder);
      }
    };

    return {
      ...initial,
      load: async (folder) => {
        try {
          await read(folder);
          if (!folder) set({ status: "ready", failure: null });
        } catch (error) {
          if (folder) throw error;
          set({ status: "failed", failure: failureText(error) });
        }
      },
      loadAll: async () => {
        const waiting = [""];
        for (let count = 0; waiting.length > 0 && count < MAX_FOLDERS; count += 1) {
          const folder = waiting.shift() ?? "";
          if (!get().folders[folder]) await readAgain(folder);
          const inside = get().folders[folder] ?? [];
          waiting.push(
            ...inside.filter(({ kind, ignored }) => kind === "folder" && !ignored).map(({ path }) => path),
          );
        }
      },
      setFilter: (filter) => {
        if (filter !== null && get().filter === null) void get().loadAll();
        set({ filter });
      },
      reset: async () => {
        set(initial);
        await get().load("");
      },
      reload: async () => {
        if (get().status !== "ready") return get().load("");
        await Promise.all(Object.keys(get().folders).map(readAgain));
      },
      changed: ({ changes }) => {
        const { folders } = get();
        const touched = new Set<string>();
        for (const { path, from, kind } of changes) {
          touched.add(nearestLoaded(folders, path));
          if (from) touched.add(nearestLoaded(folders, from));
          if (kind === "removed" && folders[path]) forget(path);
        }
        for (const folder of touched) void readAgain(folder);
      },
      create: async (path, kind) => {
        const { change } = await changing(client.call("workspace.create", { root: "project", path, kind }));
        await read(parentOf(path));
        return change;
      },
      rename: async (from, to) => {
        const { change } = await changing(client.call("workspace.rename", { root: "project", from, to }));
        onMoved?.(from, to);
        if (get().folders[from]) forget(from);
        await Promise.all([...new Set([parentOf(from), parentOf(to)])].map(readAgain));
        return change;
      },
      remove: async (path) => {
        const { change } = await changing(client.call("workspace.remove", { root: "project", path }));
        onRemoved?.(path);
        forget(path);
        await readAgain(parentOf(path));
        return change;
      },
    };
  });
