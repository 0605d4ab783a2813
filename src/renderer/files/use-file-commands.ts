import { type RefObject, useMemo } from "react";
import type { TreeApi } from "react-arborist";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import { type FileNode, freeName, joinPath, nameOf, parentOf } from "./file-node.ts";
import type { FilesStore } from "./files-store.ts";
import { failureText } from "../ui/failure-text.ts";

/** Only looked at, so that the next one takes its place; kept open; or kept and written in at once. */
export type OpenFile = "look" | "keep" | "write";

export type FileCommands = ReturnType<typeof useFileCommands>;

type Tree = RefObject<TreeApi<FileNode> | null | undefined>;

/** The user's commands in the tree, each with a message for success and failure. */
export const useFileCommands = (
  store: FilesStore,
  tree: Tree,
  onOpen: (path: string, how: OpenFile) => void,
  onToggle: (folder: string, open: boolean) => void,
) =>
  useMemo(() => {
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

    const edit = (path: string) => {
      // The row exists only after the tree has drawn the new entry.
      requestAnimationFrame(() => requestAnimationFrame(() => void tree.current?.edit(path)));
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
          await create(path, kind);
          edit(path);
        }),
      rename: (path: string, name: string) =>
        void tell(async () => {
          const wanted = name.trim();
          if (!wanted || wanted === nameOf(path)) return;
          const to = joinPath(parentOf(path), wanted);
          await store.getState().rename(path, to);
          notify(t.files.renamed(wanted), { action: { label: t.undo, run: () => moveBack(to, path) } });
        }),
      move: (paths: readonly string[], folder: string) =>
        void tell(async () => {
          for (const path of paths) {
            const to = joinPath(folder, nameOf(path));
            if (to === path) continue;
            await store.getState().rename(path, to);
            notify(t.files.moved(nameOf(path), folder || t.files.projectFolder), {
              action: { label: t.undo, run: () => moveBack(to, path) },
            });
          }
        }),
      remove: (node: FileNode) =>
        void tell(async () => {
          const undo = await store.getState().remove(node.id);
          if (!undo) return notify(t.files.removedToTrash(node.name));
          notify(t.files.removed(node.name), {
            action: { label: t.undo, run: () => void tell(() => bringBack(undo, node.name)) },
          });
        }),
      copyPath: (node: FileNode) =>
        void tell(async () => {
          await navigator.clipboard.writeText(node.id);
          notify(t.files.copied);
        }),
    };

    function moveBack(from: string, to: string) {
      void tell(() => store.getState().rename(from, to));
    }
  }, [store, tree, onOpen, onToggle]);

const bringBack = async (undo: () => Promise<void>, name: string) => {
  await undo();
  notify(t.files.restored(name));
};

const tell = async (work: () => Promise<void>) => {
  try {
    await work();
  } catch (error) {
    notify(failureText(error), { kind: "bad" });
  }
};
