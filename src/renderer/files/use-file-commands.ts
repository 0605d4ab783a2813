import { type RefObject, useMemo } from "react";
import type { TreeApi } from "react-arborist";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { type FileNode, freeName, joinPath, nameOf, parentOf } from "./file-node.ts";
import type { FilesStore } from "./files-store.ts";
import type { MendStore } from "./mend-store.ts";
import { failureText } from "../ui/failure-text.ts";

/** Only looked at, so that the next one takes its place; kept open; or kept and written in at once. */
export type OpenFile = "look" | "keep" | "write";

export type FileCommands = ReturnType<typeof useFileCommands>;

type Tree = RefObject<TreeApi<FileNode> | null | undefined>;

type Ports = {
  readonly store: FilesStore;
  readonly mending: MendStore;
  readonly tree: Tree;
  readonly onOpen: (path: string, how: OpenFile) => void;
  readonly onToggle: (folder: string, open: boolean) => void;
  /** Undoes changes that belong together. */
  readonly onUndo: (change: string, and?: readonly string[]) => void;
};

type Made = { readonly path: string; readonly change: string | null };

/** The user's commands in the tree, each with a message for success and failure. */
export const useFileCommands = ({ store, mending, tree, onOpen, onToggle, onUndo }: Ports) =>
  useMemo(() => {
    /** What was just made and is being named. */
    const made: { now: Made | null } = { now: null };

    const folderOf = (node: FileNode | null): string => {
      if (!node) return "";
      return node.entry.kind === "folder" ? node.id : parentOf(node.id);
    };

    /** Called when a folder was opened or closed. */
    const load = (folder: string) => {
      const { folders, filter } = store.getState();
      // A filter opens folders while it is active.
      if (!filter) onToggle(folder, tree.current?.isOpen(folder) ?? false);
      if (!folders[folder]) void tell(() => store.getState().load(folder));
    };

    const edit = (path: string) => drawn(() => void tree.current?.edit(path));

    /** Where it is now, with the folders above it open. */
    const reveal = (path: string) =>
      drawn(() => {
        tree.current?.openParents(path);
        void tree.current?.scrollTo(path);
      });

    const offer = (change: string | null, and: readonly string[] = []) =>
      change === null ? {} : { action: { label: t.undo, run: () => onUndo(change, and) } };

    const named = async (wanted: string, { path, change }: Made) => {
      made.now = null;
      const to = joinPath(parentOf(path), wanted);
      const moved = to === path ? null : await store.getState().rename(path, to);
      reveal(to);
      const and = change === null ? [] : [change];
      notify(t.files.created(wanted), moved === null ? offer(change) : offer(moved, and));
    };

    return {
      folderOf,
      load,
      open: (node: FileNode, how: OpenFile) => onOpen(node.id, how),
      edit: (node: FileNode) => edit(node.id),
      create: (folder: string, kind: "file" | "folder") =>
        void tell(async () => {
          const { folders, create } = store.getState();
          const wanted = kind === "file" ? t.files.untitled : t.files.untitledFolder;
          const path = joinPath(folder, freeName(folders, folder, wanted));
          if (folder) tree.current?.open(folder);
          made.now = { path, change: await create(path, kind) };
          if (kind === "file") onOpen(path, "keep");
          edit(path);
        }),
      /** Also called with the same name: then only the naming of a new file ends. */
      rename: (path: string, name: string) =>
        void tell(async () => {
          const wanted = name.trim() || nameOf(path);
          if (made.now?.path === path) return named(wanted, made.now);
          if (wanted === nameOf(path)) return;
          const to = joinPath(parentOf(path), wanted);
          const mend = await mending.getState().look(path, to);
          const change = await store.getState().rename(path, to);
          reveal(to);
          if (mend) mending.getState().show(mend);
          notify(t.files.renamed(wanted), offer(change));
        }),
      move: (paths: readonly string[], folder: string) =>
        void tell(async () => {
          for (const path of paths) {
            const to = joinPath(folder, nameOf(path));
            if (to === path) continue;
            const mend = await mending.getState().look(path, to);
            const change = await store.getState().rename(path, to);
            reveal(to);
            if (mend) mending.getState().show(mend);
            notify(t.files.moved(nameOf(path), folder || t.files.projectFolder), offer(change));
          }
        }),
      remove: (node: FileNode) =>
        void tell(async () => {
          const change = await store.getState().remove(node.id);
          notify(t.files.removed(node.name), offer(change));
        }),
      copyPath: (node: FileNode) =>
        void tell(async () => {
          await navigator.clipboard.writeText(node.id);
          notify(t.files.copied);
        }),
    };
  }, [store, mending, tree, onOpen, onToggle, onUndo]);

/** The row exists only after the tree has drawn the new entry. */
const drawn = (work: () => void) => requestAnimationFrame(() => requestAnimationFrame(work));

const tell = async (work: () => Promise<void>) => {
  try {
    await work();
  } catch (error) {
    notify(failureText(error), { kind: "bad" });
  }
};
