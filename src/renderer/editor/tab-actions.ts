import { wishForFocus } from "../ui/late-focus.ts";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import type { Buffers } from "./buffers.ts";
import { closeTab } from "./close-tab.ts";
import type { createCursors } from "./cursors.ts";
import type { KeptEditor } from "./drafts.ts";
import type { Desk, EditorState } from "./editor-state.ts";
import type { createFileTransfer } from "./file-transfer.ts";
import { newTab, type Tab } from "./tab.ts";

type Parts = {
  readonly transfer: Pick<ReturnType<typeof createFileTransfer>, "load">;
  readonly cursors: ReturnType<typeof createCursors>;
  /** Shows this file in the half that has the keys. */
  readonly show: (path: string | null) => void;
  /** Keeps which tabs are open. */
  readonly remember: () => void;
  readonly use: (kept: KeptEditor) => void;
};

type Actions =
  | "open"
  | "openAt"
  | "keep"
  | "setReading"
  | "jumpTo"
  | "showAside"
  | "split"
  | "unsplit"
  | "turnTo"
  | "close"
  | "restore";

/** Which files are open, where, and how they are shown. */
export const tabActions = (
  buffers: Buffers,
  desk: Desk,
  { transfer, cursors, show, remember, use }: Parts,
): Pick<EditorState, Actions> => {
  const { get, set, tabOf, patch } = desk;
  return {
    open: (path, role = "other", { preview = false, reading, heading } = {}) => {
      const known = tabOf(path);
      if (!known) {
        const tab: Tab = { ...newTab(path, role), preview, reading: reading ?? false };
        const place = preview ? replaceable(get().tabs, get().other) : null;
        if (place) buffers.drop(place);
        set(({ tabs }) => ({ tabs: withTab(tabs, tab, place) }));
        void transfer.load(path);
      } else {
        if (known.preview && !preview) patch(path, { preview: false });
        if (reading !== undefined) patch(path, { reading });
      }
      if (heading !== undefined) set({ readGoal: { path, heading } });
      if (get().active === path) remember();
      else show(path);
    },
    openAt: (path, role, place) => {
      get().open(path, role, { preview: true, reading: false });
      set({ goal: { path, place }, focus: wishForFocus() });
    },
    keep: (path) => {
      if (!tabOf(path)?.preview) return;
      patch(path, { preview: false });
      remember();
    },
    setReading: (path, reading, side) => {
      const { active, other, turned } = get();
      const tab = tabOf(path);
      if (side && tab && active === path && other === path) {
        const beside = tab.reading !== (turned !== null && turned !== side);
        patch(path, { reading: beside });
        set({ turned: reading === beside ? null : side });
      } else {
        patch(path, { reading });
        set({ turned: null });
      }
      remember();
    },
    jumpTo: (line) => {
      const { active } = get();
      const tab = active === null ? undefined : tabOf(active);
      if (!tab) return;
      if (tab.reading) set({ readGoal: { path: tab.path, heading: null, line } });
      else set({ goal: { path: tab.path, place: { line, column: 1, length: 0 } }, focus: wishForFocus() });
    },
    showAside: (aside) => set({ aside }),
    split: () => {
      const { active } = get();
      if (active !== null) set({ other: active, side: "right", turned: null, focus: wishForFocus() });
    },
    unsplit: () => set({ other: null, side: "left", turned: null }),
    turnTo: (side) => {
      const { other, active, side: before } = get();
      if (other === null || side === before) return;
      set({ side, other: active });
      show(other);
    },
    close: closeTab(buffers, desk, show),
    restore: (next, roleOf) => {
      for (const tab of get().tabs) buffers.drop(tab.path);
      use(next);
      const { paths, active, reading = [], preview = null, cursors: places = [] } = next.tabs();
      cursors.restore(places);
      set({
        tabs: paths.map((path) => ({
          ...newTab(path, roleOf(path)),
          reading: reading.includes(path),
          preview: preview === path,
        })),
        active: null,
        other: null,
        side: "left",
        turned: null,
        count: null,
        cursor: null,
        goal: null,
        readGoal: null,
      });
      for (const path of paths) void transfer.load(path);
      show(active && paths.includes(active) ? active : (paths[0] ?? null));
      const drafts = Object.keys(next.drafts()).filter((path) => paths.includes(path)).length;
      if (drafts > 0) notify(t.editor.drafts(drafts));
    },
  };
};

/** The tab that was only looked at; one with unsaved text, or in the other half, stays. */
const replaceable = (tabs: readonly Tab[], other: string | null): string | null =>
  tabs.find((tab) => tab.preview && !tab.dirty && tab.path !== other)?.path ?? null;

const withTab = (tabs: readonly Tab[], tab: Tab, place: string | null): readonly Tab[] =>
  place === null ? [...tabs, tab] : tabs.map((each) => (each.path === place ? tab : each));
