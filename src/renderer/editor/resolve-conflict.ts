import type { Client } from "#shared/contract/index.ts";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import type { Buffers } from "./buffers.ts";
import type { Desk, EditorState } from "./editor-state.ts";
import type { createFileTransfer } from "./file-transfer.ts";

type Parts = {
  readonly transfer: Pick<ReturnType<typeof createFileTransfer>, "write">;
  /** Called when the text of a file changed. */
  readonly onReplaced: (path: string) => void;
};

/** Ways to resolve a file that was changed here and on disk. */
export const conflictActions = (
  client: Client,
  buffers: Buffers,
  { get, tabOf, patch, kept }: Desk,
  { transfer, onReplaced }: Parts,
): Pick<EditorState, "resolve" | "merge"> => ({
  resolve: async (path, keep, mine) => {
    const tab = tabOf(path);
    if (!tab?.conflict) return;
    const { theirs, theirsHash } = tab.conflict;
    if (keep !== "theirs") {
      const words = t.editor.conflict;
      const done = keep === "mine" ? words.keptMine : words.savedMerged;
      buffers.replace(path, mine);
      if (await transfer.write(path, mine, theirsHash)) notify(done(tab.name));
      return;
    }
    patch(path, { saved: { text: theirs, hash: theirsHash }, conflict: null, dirty: false, draft: null });
    buffers.replace(path, theirs);
    kept()?.writeDraft(path, null);
    onReplaced(path);
    notify(t.editor.conflict.tookTheirs(tab.name), {
      action: {
        label: t.undo,
        run: () => {
          buffers.replace(path, mine);
          get().edited(path);
        },
      },
    });
  },
  merge: async (path, mine) => {
    const conflict = tabOf(path)?.conflict;
    if (!conflict) return null;
    const { base, theirs } = conflict;
    return client.call("workspace.merge", { base, mine, theirs });
  },
});
