import { createStore } from "zustand/vanilla";
import type { Client } from "#shared/contract/index.ts";
import { wishForFocus } from "../ui/late-focus.ts";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import type { Buffers } from "./buffers.ts";
import { createTokenCounts } from "./count-tokens.ts";
import type { KeptEditor } from "./drafts.ts";
import type { Desk, EditorState, EditorStore } from "./editor-state.ts";
import { closeTab } from "./close-tab.ts";
import { diskActions } from "./follow-disk.ts";
import { createFileTransfer } from "./file-transfer.ts";
import { createDraftKeeper } from "./keep-drafts.ts";
import { conflictActions } from "./resolve-conflict.ts";
import { saveActions } from "./save-files.ts";
import { newTab } from "./tab.ts";

export type { EditorState, EditorStore } from "./editor-state.ts";

type Options = {
  /** The encoding of the next prompt; none before the first preview. */
  readonly encoding?: () => string | undefined;
};

export const createEditorStore = (
  client: Client,
  buffers: Buffers,
  { encoding = () => undefined }: Options = {},
): EditorStore =>
  createStore((set, get): EditorState => {
    let kept: KeptEditor | null = null;
    const tabOf = (path: string) => get().tabs.find((tab) => tab.path === path);
    const desk: Desk = {
      get,
      set,
      tabOf,
      kept: () => kept,
      patch: (path, change) =>
        set((state) => ({
          tabs: state.tabs.map((tab) => (tab.path === path ? { ...tab, ...change } : tab)),
        })),
    };
    const { patch } = desk;
    const count = createTokenCounts(client, buffers, desk, encoding);

    const keepDraft = createDraftKeeper(buffers, desk);

    const transfer = createFileTransfer(client, buffers, desk, {
      changed: (path) => {
        if (get().active === path) count.file(path);
      },
      saved: keepDraft,
    });

    const remember = () => {
      const { tabs, active } = get();
      kept?.writeTabs({ paths: tabs.map((tab) => tab.path), active });
    };

    const show = (active: string | null) => {
      set({ active, cursor: null, selected: null, count: null });
      remember();
      if (active) count.file(active);
    };

    return {
      tabs: [],
      active: null,
      cursor: null,
      count: null,
      selected: null,
      revision: 0,
      focus: null,
      goal: null,
      focusText: () => set({ focus: wishForFocus() }),
      focused: () => set({ focus: null }),
      open: (path, role = "other") => {
        if (!tabOf(path)) {
          set((state) => ({ tabs: [...state.tabs, newTab(path, role)] }));
          void transfer.load(path);
        }
        if (get().active !== path) show(path);
      },
      openAt: (path, role, place) => {
        get().open(path, role);
        set({ goal: { path, place }, focus: wishForFocus() });
      },
      reached: () => set({ goal: null }),
      countAgain: () => {
        const { active } = get();
        if (active) count.file(active);
      },
      close: closeTab(buffers, desk, show),
      ...saveActions(buffers, desk, transfer.write),
      edited: (path) => {
        const tab = tabOf(path);
        if (!tab) return;
        const dirty = buffers.isDirty(path, tab.saved?.text ?? "");
        if (dirty !== tab.dirty) patch(path, { dirty });
        set((state) => ({ revision: state.revision + 1 }));
        keepDraft(path);
        count.file(path);
      },
      moved: (cursor, selection) => {
        set({ cursor });
        count.selection(selection);
      },
      ...conflictActions(client, buffers, desk, { transfer, onReplaced: count.file }),
      retry: (path) => {
        patch(path, { state: "loading", failure: null });
        void transfer.load(path);
      },
      ...diskActions(buffers, desk, { transfer, keepDraft, remember }),
      restore: (next, roleOf) => {
        for (const tab of get().tabs) buffers.drop(tab.path);
        kept = next;
        const { paths, active } = next.tabs();
        set({
          tabs: paths.map((path) => newTab(path, roleOf(path))),
          active: null,
          count: null,
          cursor: null,
          goal: null,
        });
        for (const path of paths) void transfer.load(path);
        show(active && paths.includes(active) ? active : (paths[0] ?? null));
        const drafts = Object.keys(next.drafts()).filter((path) => paths.includes(path)).length;
        if (drafts > 0) notify(t.editor.drafts(drafts));
      },
    };
  });
