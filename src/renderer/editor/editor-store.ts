import { createStore } from "zustand/vanilla";
import type { Client } from "#shared/contract/index.ts";
import { wishForFocus } from "../ui/late-focus.ts";
import { t } from "../ui/messages/index.ts";
import { notify } from "../ui/notify.tsx";
import type { Buffers } from "./buffers.ts";
import { createTokenCounts } from "./count-tokens.ts";
import type { KeptEditor } from "./drafts.ts";
import type { Desk, EditorState, EditorStore } from "./editor-state.ts";
import { createFileTransfer } from "./file-transfer.ts";
import { movedTo, neighbourOf, newTab } from "./tab.ts";

export type { EditorState, EditorStore } from "./editor-state.ts";

/** Milliseconds after the last key until unsaved text is put down. */
const draftDelay = 400;

export const createEditorStore = (client: Client, buffers: Buffers): EditorStore =>
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
    const count = createTokenCounts(client, buffers, desk);

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
        kept?.writeDraft(path, draft);
      };
      waiting.set(path, setTimeout(put, draftDelay));
    };

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
      close: (path) => {
        const tab = tabOf(path);
        if (!tab) return;
        const text = tab.dirty ? (buffers.read(path) ?? tab.draft) : null;
        const next = get().active === path ? neighbourOf(get().tabs, path) : get().active;
        set((state) => ({ tabs: state.tabs.filter((other) => other.path !== path) }));
        buffers.drop(path);
        kept?.writeDraft(path, null);
        show(next);
        if (text === null) return;
        const { saved } = tab;
        notify(t.editor.unsavedClose(tab.name), {
          action: {
            label: t.undo,
            run: () => {
              kept?.writeDraft(path, { text, baseHash: saved?.hash ?? "" });
              get().open(path, tab.role);
            },
          },
        });
      },
      save: async (path = get().active ?? "") => {
        const tab = tabOf(path);
        const text = buffers.read(path) ?? tab?.draft ?? null;
        if (!tab || text === null || tab.readOnly || tab.conflict) return false;
        if (!tab.dirty && tab.state !== "removed") return true;
        return transfer.write(path, text, tab.state === "removed" ? undefined : tab.saved?.hash);
      },
      saveAll: async () => {
        const names: string[] = [];
        for (const tab of get().tabs) {
          if (tab.dirty && (await get().save(tab.path))) names.push(tab.name);
        }
        if (names.length > 0) notify(t.editor.savedAll(names));
      },
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
        kept?.writeDraft(path, null);
        count.file(path);
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
      retry: (path) => {
        patch(path, { state: "loading", failure: null });
        void transfer.load(path);
      },
      changed: ({ changes }) => {
        for (const { path, kind, from, hash } of changes) {
          if (kind === "renamed" && from) get().fileMoved(from, path);
          const tab = tabOf(path);
          if (!tab) continue;
          if (kind === "removed") patch(path, { state: "removed" });
          else if (tab.state === "removed" || hash !== tab.saved?.hash) void transfer.reread(path);
        }
      },
      fileMoved: (from, to) => {
        const { active, tabs } = get();
        for (const tab of tabs) {
          const path = movedTo(tab.path, from, to);
          if (!path || tabOf(path)) continue;
          buffers.move(tab.path, path);
          kept?.writeDraft(tab.path, null);
          patch(tab.path, { path, name: path.slice(path.lastIndexOf("/") + 1), state: "ready" });
          keepDraft(path);
        }
        if (active) set({ active: movedTo(active, from, to) ?? active });
        remember();
      },
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
      unsaved: () =>
        Object.fromEntries(
          get()
            .tabs.filter((tab) => tab.dirty)
            .map((tab) => [tab.path, buffers.read(tab.path) ?? tab.draft ?? ""]),
        ),
    };
  });
