import { type RefObject, useEffect, useRef } from "react";
import type { editor } from "monaco-editor/editor";
import { useStore } from "zustand";
import type { Segment } from "#shared/model/manifest.ts";
import { t } from "../ui/messages/index.ts";
import type { Buffers } from "./buffers.ts";
import { type Remark, useConsequenceMark } from "./consequence-mark.ts";
import { useCutMark } from "./cut-mark.ts";
import type { EditorStore } from "./editor-store.ts";
import { monaco } from "./monaco.ts";
import { textOptions } from "./monaco-options.ts";
import { themeName } from "./monaco-theme.ts";
import type { Tab } from "./tab.ts";
import { modelOf } from "./text-model.ts";
import { addWriteKeys, type Follow } from "./write-keys.ts";
import styles from "./text-editor.module.css";

type Props = {
  tab: Tab;
  tabs: readonly Tab[];
  buffers: Buffers;
  store: EditorStore;
  /** This half of the editor has the keys. */
  isActive: boolean;
  cut: Segment | null;
  exact: boolean;
  /** Incremented whenever the user asks to see the cut. */
  reveal: number;
  agent: string;
  onWhy: () => void;
  /** What the unsaved text does to the prompt. */
  remark: Remark | null;
  /** A link was clicked with Ctrl. */
  onFollow: Follow;
};

type View = RefObject<editor.IStandaloneCodeEditor | null>;

/** One Monaco for all tabs of a half: a tab is a model, and where it was scrolled to comes back with it. */
const TextEditor = ({
  tab,
  tabs,
  buffers,
  store,
  isActive,
  cut,
  exact,
  reveal,
  agent,
  onWhy,
  remark,
  onFollow,
}: Props) => {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<editor.IStandaloneCodeEditor | null>(null);
  const scrolled = useRef(new Map<string, editor.ICodeEditorViewState>());
  const { path, name, readOnly } = tab;
  /** What listeners of the editor need to know, which outlive a render. */
  const now = useRef({ path, isActive, onFollow });
  useEffect(() => {
    now.current = { path, isActive, onFollow };
  }, [path, isActive, onFollow]);

  useEffect(() => {
    if (!place.current) return;
    const created = monaco.editor.create(place.current, {
      ...textOptions("", false),
      model: null,
      theme: themeName(),
      automaticLayout: true,
    });
    view.current = created;
    const keys = addWriteKeys(created, (target, heading) => now.current.onFollow(target, heading));
    created.onDidChangeCursorSelection(({ selection }) => {
      // The other half also receives every edit.
      if (!now.current.isActive) return;
      const text = created.getModel()?.getValueInRange(selection) ?? "";
      const cursor = { line: selection.positionLineNumber, column: selection.positionColumn };
      store.getState().moved(now.current.path, cursor, text);
    });
    return () => {
      view.current = null;
      keys.dispose();
      created.dispose();
    };
  }, [store]);

  useEffect(() => {
    const shown = view.current;
    const tabNow = store.getState().tabs.find((other) => other.path === path);
    if (!shown || !tabNow) return;
    const kept = scrolled.current;
    const cursor = store.getState().cursorOf(path);
    shown.setModel(modelOf(tabNow, buffers, store));
    shown.updateOptions(textOptions(t.editor.text(name), readOnly));
    const state = kept.get(path);
    if (state) shown.restoreViewState(state);
    else if (cursor) {
      shown.setPosition({ lineNumber: cursor.line, column: cursor.column });
      shown.revealLineInCenterIfOutsideViewport(cursor.line);
    }
    return () => {
      const last = shown.saveViewState();
      if (last) kept.set(path, last);
    };
  }, [path, name, readOnly, buffers, store]);

  useEffect(() => {
    const at = view.current?.getPosition();
    if (isActive && at) store.getState().moved(path, { line: at.lineNumber, column: at.column }, "");
  }, [isActive, path, store]);

  useWishes(view, store, path, isActive);

  useEffect(() => {
    const open = new Set(tabs.map((other) => other.path));
    for (const known of scrolled.current.keys()) if (!open.has(known)) scrolled.current.delete(known);
  }, [tabs]);

  useCutMark(view, { cut, exact, reveal, agent, onWhy });
  useConsequenceMark(view, isActive ? remark : null);

  return (
    <div
      className={styles.textEditor}
      data-takes-keys={isActive || undefined}
      ref={place}
      role="tabpanel"
      aria-label={t.editor.text(name)}
    />
  );
};

export default TextEditor;

/** What others want of the text: that it takes the keys, or shows a place. */
const useWishes = (view: View, store: EditorStore, path: string, isActive: boolean) => {
  const focus = useStore(store, (state) => state.focus);
  useEffect(() => {
    const shown = view.current;
    const node = shown?.getDomNode();
    if (!isActive || !focus || !shown || !node) return;
    focus.grant(node, () => shown.focus());
    store.getState().focused();
  }, [view, focus, store, isActive]);

  const goal = useStore(store, (state) => state.goal);
  useEffect(() => {
    const shown = view.current;
    if (!isActive || !shown || goal?.path !== path) return;
    const { line, column, length } = goal.place;
    const range = new monaco.Range(line, column, line, column + length);
    shown.setSelection(range);
    shown.revealRangeInCenter(range);
    store.getState().reached();
  }, [view, goal, path, store, isActive]);
};
