import type { editor, IDisposable } from "monaco-editor/editor";
import { findWikilinks } from "#shared/model/wikilink.ts";
import { enterInList, indentItem, type LineEdit, pastedLink } from "./list-keys.ts";
import { monaco } from "./monaco.ts";
import { toggleTask } from "./task-line.ts";

type View = editor.IStandaloneCodeEditor;

/** `target` empty: a heading of the same note. */
export type Follow = (target: string, heading: string | null) => void;

const FREE =
  "editorTextFocus && !editorReadonly && !suggestWidgetVisible && !inSnippetMode && !editorTabMovesFocus";

/** The keys of lists, a paste on a selection, and Ctrl+click on a link or on a box of a task, in Markdown. */
export const addWriteKeys = (view: View, follow: Follow): IDisposable => {
  const { KeyCode, KeyMod } = monaco;
  const keys = [
    keyOf("list.enter", KeyCode.Enter, (line, column) => enterInList(line, column), { text: "\n" }),
    keyOf("list.in", KeyCode.Tab, (line) => indentItem(line, "in"), "tab"),
    keyOf("list.out", KeyMod.Shift | KeyCode.Tab, (line) => indentItem(line, "out"), "outdent"),
  ].map((action) => view.addAction(action));
  const clicks = view.onMouseDown(({ event, target }) => {
    const model = view.getModel();
    if (!(event.ctrlKey || event.metaKey) || !target.position || !isMarkdown(model)) return;
    const { lineNumber, column } = target.position;
    if (tickAt(view, lineNumber, column)) return event.preventDefault();
    const link = findWikilinks(model.getLineContent(lineNumber)).find(
      ({ start, end }) => start < column && column <= end + 1,
    );
    if (!link) return;
    event.preventDefault();
    follow(link.target, link.heading);
  });
  const node = view.getContainerDomNode();
  const paste = (event: ClipboardEvent) => pasteLink(view, event);
  node.addEventListener("paste", paste, true);
  return {
    dispose: () => {
      for (const key of keys) key.dispose();
      clicks.dispose();
      node.removeEventListener("paste", paste, true);
    },
  };
};

/** A click on a task's box ticks it as one step of the editor's undo; false where there is no box. */
const tickAt = (view: View, lineNumber: number, column: number): boolean => {
  const line = view.getModel()?.getLineContent(lineNumber) ?? "";
  const ticked = toggleTask(line, 1);
  const box = ticked === null ? -1 : line.indexOf("[");
  if (ticked === null || column < box + 1 || column > box + 4) return false;
  const range = new monaco.Range(lineNumber, 1, lineNumber, line.length + 1);
  view.pushUndoStop();
  view.executeEdits("satchel.tick", [{ range, text: ticked }]);
  view.pushUndoStop();
  return true;
};

type Work = (line: string, column: number) => LineEdit | null;

/** Where there is nothing to do for a list, the key does what it always does. */
const keyOf = (id: string, key: number, work: Work, otherwise: "tab" | "outdent" | { text: string }) => ({
  id: `satchel.${id}`,
  label: id,
  keybindings: [key],
  precondition: FREE,
  run: (view: editor.ICodeEditor) => {
    const model = view.getModel();
    const selection = view.getSelection();
    const line = selection?.positionLineNumber ?? 1;
    const isOne = view.getSelections()?.length === 1 && selection?.isEmpty() === true;
    const edit =
      isOne && isMarkdown(model) ? work(model.getLineContent(line), selection.positionColumn - 1) : null;
    if (!edit) {
      if (typeof otherwise === "string") view.trigger("keyboard", otherwise, null);
      else view.trigger("keyboard", "type", otherwise);
      return;
    }
    view.pushUndoStop();
    view.executeEdits("list", [
      {
        range: new monaco.Range(line, edit.from + 1, line, edit.to + 1),
        text: edit.insert,
        forceMoveMarkers: true,
      },
    ]);
    view.pushUndoStop();
    const position = view.getPosition();
    if (position) view.revealPosition(position);
  },
});

const pasteLink = (view: View, event: ClipboardEvent): void => {
  const model = view.getModel();
  const selection = view.getSelection();
  if (!selection || !isMarkdown(model) || view.getOption(monaco.editor.EditorOption.readOnly)) return;
  const link = pastedLink(model.getValueInRange(selection), event.clipboardData?.getData("text/plain") ?? "");
  if (link === null) return;
  event.preventDefault();
  event.stopPropagation();
  view.pushUndoStop();
  view.executeEdits("paste", [{ range: selection, text: link, forceMoveMarkers: true }]);
  view.pushUndoStop();
};

const isMarkdown = (model: editor.ITextModel | null): model is editor.ITextModel =>
  model?.getLanguageId() === "markdown";
