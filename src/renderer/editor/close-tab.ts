import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import type { Buffers } from "./buffers.ts";
import type { Desk } from "./editor-state.ts";
import { neighbourOf } from "./tab.ts";

/** Closes a file and shows its neighbour. Unsaved text can be restored. */
export const closeTab =
  (buffers: Buffers, { get, set, tabOf, kept }: Desk, show: (path: string | null) => void) =>
  (path: string): void => {
    const tab = tabOf(path);
    if (!tab) return;
    const text = tab.dirty ? (buffers.read(path) ?? tab.draft) : null;
    const next = get().active === path ? neighbourOf(get().tabs, path) : get().active;
    set((state) => ({
      tabs: state.tabs.filter((other) => other.path !== path),
      ...(state.other === path && { other: null, side: "left" as const }),
    }));
    buffers.drop(path);
    kept()?.writeDraft(path, null);
    if (next === null) set({ other: null, side: "left" });
    show(next);
    if (text === null) return;
    const { saved } = tab;
    notify(t.editor.unsavedClose(tab.name), {
      action: {
        label: t.undo,
        run: () => {
          kept()?.writeDraft(path, { text, baseHash: saved?.hash ?? "" });
          get().open(path, tab.role);
        },
      },
    });
  };
