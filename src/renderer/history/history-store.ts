import { createStore, type StoreApi } from "zustand/vanilla";
import type { Commit } from "#shared/contract/history.ts";
import type { Client } from "#shared/contract/index.ts";
import { failureText } from "../ui/failure-text.ts";
import { undoChange } from "../ui/undo-change.ts";

/** A workspace and the agent whose history is shown for it: agents can share a workspace. */
export type Workspace = { readonly agent: string; readonly folder: string; readonly enabled: boolean };

export type ChangedFile = {
  readonly path: string;
  readonly kind: "added" | "changed" | "removed";
  readonly binary: boolean;
  readonly before: string | null;
  readonly after: string | null;
};

/** `step`: what this commit changed. `since`: what has changed from it until now. */
export type Compare = "step" | "since";

export type HistoryState = {
  readonly status: "loading" | "ready" | "failed";
  readonly failure: string | null;
  readonly workspaces: readonly Workspace[];
  readonly workspace: Workspace | null;
  readonly commits: readonly Commit[];
  readonly selected: string | null;
  readonly compare: Compare;
  /** Null while they are being read. */
  readonly files: readonly ChangedFile[] | null;
  readonly file: string | null;
  readonly load: () => Promise<void>;
  readonly choose: (folder: string) => Promise<void>;
  readonly select: (commit: string) => Promise<void>;
  readonly setCompare: (compare: Compare) => Promise<void>;
  readonly showFile: (path: string) => void;
  readonly enable: () => Promise<void>;
  /** True when something had changed since the last commit. */
  readonly checkpoint: () => Promise<boolean>;
  /** Returns what was restored and a function that undoes it; null when nothing had changed. */
  readonly restore: (path?: string) => Promise<Restored | null>;
};

export type Restored = { readonly paths: readonly string[]; readonly undo: () => Promise<void> };
export type HistoryStore = StoreApi<HistoryState>;

/** More are not listed; git shows older ones. */
const MAX_COMMITS = 200;

export const createHistoryStore = (client: Client): HistoryStore =>
  createStore((set, get) => {
    const agent = () => get().workspace?.agent ?? "";

    const readCommits = async () => {
      const { workspace, selected } = get();
      if (!workspace?.enabled) return set({ status: "ready", commits: [], files: null, selected: null });
      const { commits } = await client.call("history.list", { agent: agent(), limit: MAX_COMMITS });
      const kept = commits.find(({ id }) => id === selected) ?? commits[0];
      set({ status: "ready", commits, selected: kept?.id ?? null });
      await readFiles();
    };

    const readFiles = async () => {
      const { commits, selected, compare } = get();
      const index = commits.findIndex(({ id }) => id === selected);
      const commit = commits[index];
      const before = commits[index + 1];
      if (!commit) return set({ files: [], file: null });
      set({ files: null });
      const range = compare === "since" ? { from: commit.id } : before && { from: before.id, to: commit.id };
      const { files } = range
        ? await client.call("history.diff", { agent: agent(), ...range })
        : { files: [] };
      if (get().selected !== selected || get().compare !== compare) return;
      const file = files.find(({ path }) => path === get().file) ?? files[0];
      set({ files, file: file?.path ?? null });
    };

    const guarded = async (work: () => Promise<void>) => {
      try {
        await work();
        set({ failure: null });
      } catch (error) {
        set({ status: "failed", failure: failureText(error) });
      }
    };

    return {
      status: "loading",
      failure: null,
      workspaces: [],
      workspace: null,
      commits: [],
      selected: null,
      compare: "step",
      files: null,
      file: null,
      load: () =>
        guarded(async () => {
          const { agents } = await client.call("agents.list", {});
          const workspaces = workspacesOf(agents);
          const folder = get().workspace?.folder;
          set({
            workspaces,
            workspace: workspaces.find((each) => each.folder === folder) ?? workspaces[0] ?? null,
          });
          await readCommits();
        }),
      choose: (folder) =>
        guarded(async () => {
          set({ workspace: get().workspaces.find((each) => each.folder === folder) ?? null, selected: null });
          await readCommits();
        }),
      select: (selected) =>
        guarded(async () => {
          set({ selected });
          await readFiles();
        }),
      setCompare: (compare) =>
        guarded(async () => {
          set({ compare });
          await readFiles();
        }),
      showFile: (file) => set({ file }),
      enable: async () => {
        await client.call("agents.save", { id: agent(), values: { workspaceGit: { enabled: true } } });
        await get().load();
      },
      checkpoint: async () => {
        const { commit } = await client.call("history.checkpoint", { agent: agent() });
        if (commit) set({ selected: commit });
        await guarded(readCommits);
        return commit !== null;
      },
      restore: async (path) => {
        const { selected } = get();
        if (!selected) return null;
        const { paths, change } = await client.call("history.restore", {
          agent: agent(),
          commit: selected,
          ...(path !== undefined && { path }),
        });
        await guarded(readCommits);
        if (change === null) return null;
        return {
          paths,
          undo: async () => {
            await undoChange(client, change);
            await guarded(readCommits);
          },
        };
      },
    };
  });

type HasWorkspace = {
  readonly id: string;
  readonly workspace: string;
  readonly workspaceGit: { readonly enabled: boolean };
};

export const workspacesOf = (agents: readonly HasWorkspace[]): readonly Workspace[] => {
  const found = new Map<string, Workspace>();
  for (const { id, workspace: folder, workspaceGit } of agents) {
    const known = found.get(folder);
    if (!known || (!known.enabled && workspaceGit.enabled)) {
      found.set(folder, { agent: id, folder, enabled: workspaceGit.enabled });
    }
  }
  return [...found.values()];
};
