import type { editor } from "monaco-editor/editor";
import type { Buffers } from "./buffers.ts";
import type { EditorStore } from "./editor-store.ts";
import { differenceOf } from "./difference.ts";
import { headOf } from "./front-matter-language.ts";
import { monaco } from "./monaco.ts";
import type { Tab } from "./tab.ts";

/** The model of an open file. It is created when the file is first shown and closed with its tab. */
export const modelOf = (tab: Tab, buffers: Buffers, store: EditorStore): editor.ITextModel => {
  const known = models.get(buffers.get(tab.path) ?? {});
  if (known) return known;
  const model = monaco.editor.createModel(tab.draft ?? tab.saved?.text ?? "", languageOf(tab.name));
  let path = tab.path;
  const buffer = {
    read: () => model.getValue(undefined, true),
    head: () => headOf(model),
    is: (text: string) =>
      model.getValueLength(undefined, true) === text.length && model.getValue(undefined, true) === text,
    replace: (text: string) => {
      // As an edit of what differs, so that it can be undone and the cursor stays at its place.
      const { from, to, insert } = differenceOf(model.getValue(), text);
      if (from === to && insert === "") return;
      const range = monaco.Range.fromPositions(model.getPositionAt(from), model.getPositionAt(to));
      model.pushEditOperations([], [{ range, text: insert }], () => null);
    },
    rename: (next: string) => {
      path = next;
      monaco.editor.setModelLanguage(model, languageOf(next));
    },
    close: () => model.dispose(),
  };
  model.onDidChangeContent(() => store.getState().edited(path));
  models.set(buffer, model);
  buffers.add(tab.path, buffer);
  return model;
};

const models = new WeakMap<object, editor.ITextModel>();

export const languageOf = (path: string): string => {
  const name = path.slice(path.lastIndexOf("/") + 1).toLowerCase();
  const found = monaco.languages
    .getLanguages()
    .find(
      ({ extensions, filenames }) =>
        extensions?.some((extension) => name.endsWith(extension.toLowerCase())) ||
        filenames?.some((filename) => filename.toLowerCase() === name),
    );
  return found?.id ?? "plaintext";
};
