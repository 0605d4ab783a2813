import { createStore } from "zustand/vanilla";
import type { Client } from "#shared/contract/index.ts";
import { wishForFocus } from "../ui/late-focus.ts";
import type { Buffers } from "./buffers.ts";
import { createTokenCounts } from "./count-tokens.ts";
import type { KeptEditor } from "./drafts.ts";
import type { Desk, EditorState, EditorStore } from "./editor-state.ts";
import { createCursors } from "./cursors.ts";
import { diskActions } from "./follow-disk.ts";
import { createFileTransfer } from "./file-transfer.ts";
import { createDraftKeeper } from "./keep-drafts.ts";
import { conflictActions } from "./resolve-conflict.ts";
import { saveActions } from "./save-files.ts";
import { tabActions } from "./tab-actions.ts";
import { tickTask } from "./tick-task.ts";

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
      kept?.writeTabs({
        paths: tabs.map((tab) => tab.path),
        active,
        reading: tabs.filter((tab) => tab.reading).map((tab) => tab.path),
        preview: tabs.find((tab) => tab.preview)?.path ?? null,
        cursors: cursors.kept().filter(([path]) => tabOf(path) !== undefined),
      });
    };
    const cursors = createCursors(remember);

    const show = (active: string | null) => {
      set({ active, cursor: null, selected: null, count: null });
      remember();
      if (active) count.file(active);
    };

    return {
      tabs: [],
      active: null,
      other: null,
      side: "left",
      turned: null,
      aside: false,
      readGoal: null,
      cursor: null,
      count: null,
      selected: null,
      revision: 0,
      focus: null,
      goal: null,
      focusText: () => set({ focus: wishForFocus() }),
      focused: () => set({ focus: null }),
      ...tabActions(buffers, desk, {
        transfer,
        cursors,
        show,
        remember,
        use: (next) => {
          kept = next;
        },
      }),
      reached: () => set({ goal: null }),
      countAgain: () => {
        const { active } = get();
        if (active) count.file(active);
      },
      cursorOf: cursors.get,
      ...saveActions(buffers, desk, transfer.write),
      edited: (path) => {
        const tab = tabOf(path);
        if (!tab) return;
        const dirty = buffers.isDirty(path, tab.saved?.text ?? "");
        if (dirty !== tab.dirty) patch(path, { dirty });
        if (dirty) get().keep(path);
        set((state) => ({ revision: state.revision + 1 }));
        keepDraft(path);
        count.file(path);
      },
      moved: (path, cursor, selection) => {
        cursors.put(path, cursor);
        set({ cursor });
        count.selection(selection);
      },
      ...conflictActions(client, buffers, desk, { transfer, onReplaced: count.file }),
      retry: (path) => {
        patch(path, { state: "loading", failure: null });
        void transfer.load(path);
      },
      tick: tickTask(buffers, desk, transfer.write),
      ...diskActions(buffers, desk, { transfer, keepDraft, remember, cursors }),
    };
  });
