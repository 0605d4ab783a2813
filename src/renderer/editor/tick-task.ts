import type { Buffers } from "./buffers.ts";
import type { Desk } from "./editor-state.ts";
import type { createFileTransfer } from "./file-transfer.ts";
import { toggleTask } from "./task-line.ts";

type Write = ReturnType<typeof createFileTransfer>["write"];

/** Ticks a task. The file is written as by Save, unless it has other unsaved text, which is the user's to save. */
export const tickTask =
  (buffers: Buffers, { get, set, tabOf, patch, kept }: Desk, write: Write) =>
  async (path: string, line: number): Promise<void> => {
    const tab = tabOf(path);
    const text = buffers.read(path) ?? tab?.draft ?? tab?.saved?.text;
    const ticked = text === undefined ? null : toggleTask(text, line);
    if (!tab?.saved || ticked === null || tab.readOnly || tab.conflict) return;
    get().keep(path);
    const { hash } = tab.saved;
    if (buffers.get(path)) buffers.replace(path, ticked);
    else {
      patch(path, { draft: ticked, dirty: true });
      if (tab.dirty) kept()?.writeDraft(path, { text: ticked, baseHash: hash });
    }
    set((state) => ({ revision: state.revision + 1 }));
    if (!tab.dirty) await write(path, ticked, hash);
  };
