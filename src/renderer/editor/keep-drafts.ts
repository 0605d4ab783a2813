import type { Buffers } from "./buffers.ts";
import type { Desk } from "./editor-state.ts";

/** Delay after the last key until unsaved text is stored. */
const DRAFT_DELAY_MS = 400;

/** Stores unsaved text for the next start. */
export const createDraftKeeper = (buffers: Buffers, { tabOf, kept }: Desk) => {
  /** One timer per file: switching to a different file within the delay must not lose the first. */
  const waiting = new Map<string, ReturnType<typeof setTimeout>>();
  const keepDraft = (path: string) => {
    clearTimeout(waiting.get(path));
    const put = () => {
      waiting.delete(path);
      const tab = tabOf(path);
      const text = buffers.read(path);
      // A text with an unknown base stays a conflict, also after the next start.
      const baseHash = tab?.conflict?.base === null ? "" : tab?.saved?.hash;
      const draft = tab?.dirty && text !== null && baseHash !== undefined ? { text, baseHash } : null;
      kept()?.writeDraft(path, draft);
    };
    waiting.set(path, setTimeout(put, DRAFT_DELAY_MS));
  };
  return keepDraft;
};
