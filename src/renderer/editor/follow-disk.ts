import type { Buffers } from "./buffers.ts";
import type { Desk, EditorState } from "./editor-state.ts";
import type { createFileTransfer } from "./file-transfer.ts";
import { movedTo } from "./tab.ts";

type Parts = {
  readonly transfer: Pick<ReturnType<typeof createFileTransfer>, "reread">;
  readonly keepDraft: (path: string) => void;
  /** Stores which tabs are open. */
  readonly remember: () => void;
  readonly cursors: { readonly move: (from: string, to: string) => void };
};

/** Open files follow changes on disk. */
export const diskActions = (
  buffers: Buffers,
  { get, set, tabOf, patch, kept }: Desk,
  { transfer, keepDraft, remember, cursors }: Parts,
): Pick<EditorState, "changed" | "fileMoved"> => ({
  changed: ({ changes }) => {
    for (const { path, kind, from, hash } of changes) {
      if (kind === "renamed" && from) get().fileMoved(from, path);
      const tab = tabOf(path);
      if (!tab) continue;
      if (kind === "removed") patch(path, { state: "removed" });
      else if (tab.state === "removed" || hash !== tab.saved?.hash) void transfer.reread(path);
    }
  },
  fileMoved: (from, to) => {
    const { active, other, tabs } = get();
    for (const tab of tabs) {
      const path = movedTo(tab.path, from, to);
      if (!path || tabOf(path)) continue;
      buffers.move(tab.path, path);
      cursors.move(tab.path, path);
      kept()?.writeDraft(tab.path, null);
      patch(tab.path, { path, name: path.slice(path.lastIndexOf("/") + 1), state: "ready" });
      keepDraft(path);
    }
    if (active) set({ active: movedTo(active, from, to) ?? active });
    if (other) set({ other: movedTo(other, from, to) ?? other });
    remember();
  },
});
