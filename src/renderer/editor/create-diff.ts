import type { editor } from "monaco-editor/editor";
import { monaco } from "./monaco.ts";
import { textOptions } from "./monaco-options.ts";
import styles from "./create-diff.module.css";
import { themeName } from "./monaco-theme.ts";

type Options = {
  readonly before: string;
  /** An existing model, edited in place, or a text for which a model is created here. */
  readonly after: string | editor.ITextModel;
  readonly language: string;
  /** Labels of the two sides for screen readers. */
  readonly labels: { readonly before: string; readonly after: string };
  readonly readOnly: boolean;
  readonly sideBySide: boolean;
  readonly hideUnchanged: boolean;
};

/** Compares two texts in one Monaco; returns a function that closes it. */
export const createDiff = (place: HTMLElement, options: Options): (() => void) => {
  const original = monaco.editor.createModel(options.before, options.language);
  const own =
    typeof options.after === "string" ? monaco.editor.createModel(options.after, options.language) : null;
  const modified = own ?? (options.after as editor.ITextModel);
  const frame = place.appendChild(document.createElement("div"));
  frame.className = styles.frame ?? "";
  const diff = monaco.editor.createDiffEditor(frame, {
    ...textOptions(options.labels.after, options.readOnly),
    theme: themeName(),
    automaticLayout: true,
    lineNumbersMinChars: 3,
    lineDecorationsWidth: 8,
    renderMarginRevertIcon: false,
    renderGutterMenu: false,
    renderOverviewRuler: false,
    renderSideBySide: options.sideBySide,
    useInlineViewWhenSpaceIsLimited: false,
    hideUnchangedRegions: { enabled: options.hideUnchanged },
  });
  // A view model that Monaco makes itself outlives the editor, goes on comparing, and reports an error once
  // a text is gone. Ours ends here, and its comparison with it.
  const compared = diff.createViewModel({ original, modified });
  diff.setModel(compared);
  // The labels among the options of a diff do not reach its two sides.
  diff.getOriginalEditor().updateOptions({ ariaLabel: options.labels.before });
  diff.getModifiedEditor().updateOptions({ ariaLabel: options.labels.after });
  return () => {
    frame.remove();
    diff.dispose();
    compared.dispose();
    original.dispose();
    own?.dispose();
  };
};
