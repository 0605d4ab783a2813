import { type Client, Failure } from "#shared/contract/index.ts";
import type { FileText } from "#shared/contract/workspace.ts";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import type { Buffers } from "./buffers.ts";
import type { Desk } from "./editor-state.ts";
import { failureText } from "../ui/failure-text.ts";

type Follow = {
  /** Called when the text of a tab changed. */
  readonly changed: (path: string) => void;
  readonly saved: (path: string) => void;
};

/** Moves texts between the disk and their tabs, with the rules for conflicts. */
export const createFileTransfer = (client: Client, buffers: Buffers, desk: Desk, follow: Follow) => {
  const { tabOf, patch } = desk;
  const read = (path: string) => client.call("workspace.read", { root: "project", path });
  /** Answers may come in a different order than they were asked for: only the newest look at a file counts. */
  const looks = new Map<string, number>();
  const look = (path: string): (() => boolean) => {
    const number = (looks.get(path) ?? 0) + 1;
    looks.set(path, number);
    return () => looks.get(path) === number;
  };

  return {
    load: async (path: string) => {
      try {
        const file = await read(path);
        const draft = desk.kept()?.drafts()[path];
        const unsaved = draft && draft.text !== file.text ? draft : null;
        patch(path, {
          state: "ready",
          failure: null,
          saved: { text: file.text, hash: file.hash },
          ...editableOf(file),
          draft: unsaved?.text ?? null,
          dirty: unsaved !== null,
          conflict:
            unsaved && unsaved.baseHash !== file.hash
              ? { base: null, theirs: file.text, theirsHash: file.hash }
              : null,
        });
        follow.changed(path);
      } catch (error) {
        patch(path, { state: "failed", failure: failureText(error) });
      }
    },

    /**
     * A different program wrote the file: shown at once where nothing is unsaved, otherwise reported as a
     * conflict.
     */
    reread: async (path: string) => {
      const isNewest = look(path);
      try {
        const file = await read(path);
        const tab = tabOf(path);
        if (!tab || tab.saving || !isNewest()) return;
        // It was gone and came back unchanged, or the other program undid what it wrote.
        if (tab.saved?.hash === file.hash) return patch(path, { state: "ready", conflict: null });
        // The same change again: what the user merged meanwhile stays.
        if (tab.conflict?.theirsHash === file.hash) return;
        if (tab.dirty) {
          const base = tab.conflict ? tab.conflict.base : (tab.saved?.text ?? null);
          return patch(path, { conflict: { base, theirs: file.text, theirsHash: file.hash } });
        }
        patch(path, { saved: { text: file.text, hash: file.hash }, state: "ready", ...editableOf(file) });
        buffers.replace(path, file.text);
        desk.set((state) => ({ revision: state.revision + 1 }));
        follow.changed(path);
      } catch (error) {
        if (error instanceof Failure && error.code === "not-found") patch(path, { state: "removed" });
      }
    },

    write: async (path: string, text: string, baseHash: string | undefined): Promise<boolean> => {
      const name = tabOf(path)?.name ?? path;
      patch(path, { saving: true });
      try {
        const input = { root: "project" as const, path, text, ...(baseHash && { baseHash }) };
        const { hash } = await client.call("workspace.write", input);
        look(path);
        patch(path, { saved: { text, hash }, state: "ready", conflict: null, draft: null });
        patch(path, { dirty: (buffers.read(path) ?? text) !== text });
        follow.saved(path);
        return true;
      } catch (error) {
        const theirs = theirsOf(error);
        if (theirs) patch(path, { conflict: { base: tabOf(path)?.saved?.text ?? null, ...theirs } });
        else if (theirs === null) patch(path, { state: "removed" });
        else notify(t.editor.saveFailed(name, failureText(error)), { kind: "bad" });
        return false;
      } finally {
        patch(path, { saving: false });
      }
    },
  };
};

const editableOf = ({ readOnly, warnings }: FileText) => ({
  readOnly,
  readOnlyWhy: readOnly ? (warnings[0]?.message ?? null) : null,
});

/** The current text on disk; null when the file does not exist, undefined for a different failure. */
const theirsOf = (error: unknown) => {
  if (!(error instanceof Failure) || error.code !== "conflict") return undefined;
  const { theirs, theirsHash } = error.detail as { theirs: string | null; theirsHash: string | null };
  return theirs === null || theirsHash === null ? null : { theirs, theirsHash };
};
