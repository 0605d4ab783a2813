import type { Buffers } from "./buffers.ts";
import type { Desk } from "./editor-state.ts";

/** Milliseconds after the last key until unsaved text is put down. */
const DRAFT_DELAY_MS = 400;

/** Puts unsaved text where the next start finds it. */
export const createDraftKeeper = (buffers: Buffers, { tabOf, kept }: Desk) => {
  /** One wait for each file: who turns to another within it must not lose the first. */
  const waiting = new Map<string, ReturnType<typeof setTimeout>>();
  const keepDraft = (path: string) => {
    clearTimeout(waiting.get(path));
    const put = () => {
      waiting.delete(path);
      const tab = tabOf(path);
      const text = buffers.read(path);
      // A text whose base nobody knows stays a conflict, also after the next start.
      const baseHash = tab?.conflict?.base === null ? "" : tab?.saved?.hash;
      const draft = tab?.dirty && text !== null && baseHash !== undefined ? { text, baseHash } : null;
      kept()?.writeDraft(path, draft);
    };
    waiting.set(path, setTimeout(put, DRAFT_DELAY_MS));
  };
  return keepDraft;
};
