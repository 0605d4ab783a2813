import { createStore, type StoreApi } from "zustand/vanilla";
import type { Client } from "#shared/contract/index.ts";
import type { EngineState, FoundModel, ModelFile } from "#shared/contract/model-files.ts";

export type ModelPath = { readonly name: string; readonly path: string; readonly isFolder: boolean };

export type ModelFilesState = {
  readonly files: readonly ModelFile[];
  /** Of other programs; null until they were looked for. */
  readonly found: readonly FoundModel[] | null;
  /** Bytes of this computer; null until they are known. */
  readonly memory: { readonly total: number; readonly available: number } | null;
  readonly engine: EngineState;

  readonly load: () => Promise<void>;
  readonly find: () => Promise<void>;
  readonly add: (path: string, name?: string) => Promise<ModelFile>;
  readonly setWindow: (id: string, window: number | null) => Promise<void>;
  /** Returns a function that adds it again. */
  readonly remove: (file: ModelFile) => Promise<() => Promise<void>>;
  readonly unload: () => Promise<void>;
  /** With the host's dialog; null when the user cancelled. */
  readonly pick: () => Promise<string | null>;
  /** Folders and model files that continue what was typed. */
  readonly complete: (typed: string) => Promise<readonly ModelPath[]>;
  readonly changed: (files: readonly ModelFile[]) => void;
  readonly running: (engine: EngineState) => void;
};

export type ModelFilesStore = StoreApi<ModelFilesState>;

/** Model files of this computer: those in use, those of other programs, and the one in memory. */
export const createModelFilesStore = (client: Client): ModelFilesStore =>
  createStore((set, get) => ({
    files: [],
    found: null,
    memory: null,
    engine: { model: null, progress: 0, isReady: false },
    load: async () => set(await client.call("modelFiles.list", {})),
    find: async () => set(await client.call("modelFiles.find", {})),
    add: async (path, name) => {
      const { file } = await client.call("modelFiles.add", { path, ...(name && { name }) });
      await Promise.all([get().load(), get().find()]);
      return file;
    },
    setWindow: async (id, window) => {
      await client.call("modelFiles.set", { id, window });
      await get().load();
    },
    remove: async ({ id, path, name }) => {
      await client.call("modelFiles.remove", { id });
      await Promise.all([get().load(), get().find()]);
      return async () => void (await get().add(path, name));
    },
    unload: async () => {
      await client.call("modelFiles.unload", {});
      await get().load();
    },
    pick: async () => (await client.call("modelFiles.pick", {})).path,
    complete: async (typed) => (await client.call("modelFiles.complete", { typed })).entries,
    changed: (files) => set({ files }),
    running: (engine) => set({ engine }),
  }));
