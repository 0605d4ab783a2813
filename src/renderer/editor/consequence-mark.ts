import { type RefObject, useEffect } from "react";
import type { editor } from "monaco-editor/editor";
import { monaco } from "./monaco.ts";
import styles from "./consequence-mark.module.css";

/** A sentence at the caret line, with its ways out. */
export type Remark = {
  readonly text: string;
  readonly actions: readonly { readonly label: string; readonly run: () => void }[];
};

type View = RefObject<editor.IStandaloneCodeEditor | null>;

/** Quiet words behind the line that is written; they move with the caret and take no key. */
export const useConsequenceMark = (view: View, remark: Remark | null) => {
  useEffect(() => {
    const shown = view.current;
    if (!shown || !remark) return;
    const node = nodeOf(remark);
    const widget: editor.IContentWidget = {
      getId: () => "satchel.consequence",
      getDomNode: () => node,
      getPosition: () => {
        const line = shown.getPosition()?.lineNumber;
        const model = shown.getModel();
        if (!line || !model || line > model.getLineCount()) return null;
        const position = { lineNumber: line, column: model.getLineMaxColumn(line) };
        return { position, preference: [monaco.editor.ContentWidgetPositionPreference.EXACT] };
      },
    };
    shown.addContentWidget(widget);
    const follow = shown.onDidChangeCursorPosition(() => shown.layoutContentWidget(widget));
    return () => {
      follow.dispose();
      shown.removeContentWidget(widget);
    };
  }, [view, remark]);
};

/** Made by hand, because it lives inside Monaco's own document. */
const nodeOf = ({ text, actions }: Remark): HTMLElement => {
  const node = document.createElement("div");
  node.className = styles.remark ?? "";
  node.setAttribute("role", "status");
  // Monaco sets how its widgets are displayed.
  const outer = document.createElement("div");
  outer.append(node);
  const words = document.createElement("span");
  words.textContent = text;
  node.append(words);
  for (const { label, run } of actions) {
    const button = document.createElement("button");
    button.type = "button";
    button.textContent = label;
    button.addEventListener("mousedown", (event) => event.stopPropagation());
    button.addEventListener("click", run);
    node.append(button);
  }
  return outer;
};
