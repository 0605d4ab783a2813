import { useEffect, useRef } from "react";
import type { editor } from "monaco-editor/editor";
import { useStore } from "zustand";
import type { Segment } from "#shared/model/manifest.ts";
import { t } from "../ui/messages/index.ts";
import type { Buffers } from "./buffers.ts";
import { useCutMark } from "./cut-mark.ts";
import type { EditorStore } from "./editor-store.ts";
import { monaco } from "./monaco.ts";
import { textOptions } from "./monaco-options.ts";
import { themeName } from "./monaco-theme.ts";
import type { Tab } from "./tab.ts";
import { modelOf } from "./text-model.ts";
import styles from "./text-editor.module.css";

type Props = {
  tab: Tab;
  tabs: readonly Tab[];
  buffers: Buffers;
  store: EditorStore;
  cut: Segment | null;
  exact: boolean;
  /** Grows whenever the user asks to see the cut. */
  reveal: number;
  agent: string;
  onWhy: () => void;
};

/** One Monaco for all tabs: a tab is a model, and where it was scrolled to comes back with it. */
const TextEditor = ({ tab, tabs, buffers, store, cut, exact, reveal, agent, onWhy }: Props) => {
  const place = useRef<HTMLDivElement>(null);
  const view = useRef<editor.IStandaloneCodeEditor | null>(null);
  const scrolled = useRef(new Map<string, editor.ICodeEditorViewState>());

  useEffect(() => {
    if (!place.current) return;
    const created = monaco.editor.create(place.current, {
      ...textOptions("", false),
      model: null,
      theme: themeName(),
      automaticLayout: true,
    });
    view.current = created;
    created.onDidChangeCursorSelection(({ selection }) => {
      const text = created.getModel()?.getValueInRange(selection) ?? "";
      store.getState().moved({ line: selection.positionLineNumber, column: selection.positionColumn }, text);
    });
    return () => {
      view.current = null;
      created.dispose();
    };
  }, [store]);

  const { path, name, readOnly } = tab;
  useEffect(() => {
    const shown = view.current;
    const tabNow = store.getState().tabs.find((other) => other.path === path);
    if (!shown || !tabNow) return;
    const kept = scrolled.current;
    shown.setModel(modelOf(tabNow, buffers, store));
    shown.updateOptions(textOptions(t.editor.text(name), readOnly));
    shown.restoreViewState(kept.get(path) ?? null);
    const at = shown.getPosition();
    if (at) store.getState().moved({ line: at.lineNumber, column: at.column }, "");
    return () => {
      const state = shown.saveViewState();
      if (state) kept.set(path, state);
    };
  }, [path, name, readOnly, buffers, store]);

  const focus = useStore(store, (state) => state.focus);
  useEffect(() => {
    const shown = view.current;
    const node = shown?.getDomNode();
    if (!focus || !shown || !node) return;
    focus.grant(node, () => shown.focus());
    store.getState().focused();
  }, [focus, store]);

  const goal = useStore(store, (state) => state.goal);
  useEffect(() => {
    const shown = view.current;
    if (!shown || goal?.path !== path) return;
    const { line, column, length } = goal.place;
    const range = new monaco.Range(line, column, line, column + length);
    shown.setSelection(range);
    shown.revealRangeInCenter(range);
    store.getState().reached();
  }, [goal, path, store]);

  useEffect(() => {
    const open = new Set(tabs.map((other) => other.path));
    for (const known of scrolled.current.keys()) if (!open.has(known)) scrolled.current.delete(known);
  }, [tabs]);

  useCutMark(view, { cut, exact, reveal, agent, onWhy });

  return (
    <div
      className={styles.textEditor}
      data-takes-keys
      ref={place}
      role="tabpanel"
      aria-label={t.editor.text(name)}
    />
  );
};

export default TextEditor;
