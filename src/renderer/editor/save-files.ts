import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import type { Buffers } from "./buffers.ts";
import type { Desk, EditorState } from "./editor-state.ts";
import { isSavable } from "./tab.ts";

type Write = (path: string, text: string, baseHash: string | undefined) => Promise<boolean>;

type Saving = Pick<EditorState, "save" | "saveAll" | "saveToSend" | "unsaved">;

/** Unsaved text on its way to disk: one file, all of them, or those that a message needs. */
export const saveActions = (buffers: Buffers, { get, tabOf }: Desk, write: Write): Saving => {
  const save: EditorState["save"] = async (path = get().active ?? "") => {
    const tab = tabOf(path);
    const text = buffers.read(path) ?? tab?.draft ?? null;
    if (!tab || text === null || tab.readOnly || tab.conflict) return false;
    if (!tab.dirty && tab.state !== "removed") return true;
    return write(path, text, tab.state === "removed" ? undefined : tab.saved?.hash);
  };
  return {
    save,
    saveAll: async () => {
      const names: string[] = [];
      for (const tab of get().tabs) if (tab.dirty && (await save(tab.path))) names.push(tab.name);
      if (names.length > 0) notify(t.editor.savedAll(names));
    },
    saveToSend: async () => {
      const waiting = get().tabs.filter(isSavable);
      const names: string[] = [];
      for (const tab of waiting) if (await save(tab.path)) names.push(tab.name);
      if (names.length > 0) notify(t.editor.savedToSend(names));
      return names.length === waiting.length;
    },
    unsaved: () =>
      Object.fromEntries(
        get()
          .tabs.filter(isSavable)
          .map((tab) => [tab.path, buffers.read(tab.path) ?? tab.draft ?? ""]),
      ),
  };
};
