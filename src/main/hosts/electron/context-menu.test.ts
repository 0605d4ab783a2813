import { expect, it, vi } from "vitest";
import { contextMenuTemplate, type Pointed } from "./context-menu.ts";

vi.mock("electron", () => import("./stand-in-electron.ts"));

const pointed = (change: Partial<Pointed>): Pointed => ({
  isEditable: true,
  selectionText: "",
  misspelledWord: "",
  dictionarySuggestions: [],
  editFlags: {
    canUndo: false,
    canRedo: false,
    canCut: false,
    canCopy: false,
    canPaste: true,
    canDelete: false,
    canSelectAll: true,
    canEditRichly: false,
  },
  ...change,
});
const done: string[] = [];
const actions = {
  replace: (word: string) => done.push(`replace ${word}`),
  learn: (word: string) => done.push(`learn ${word}`),
};
const names = (change: Partial<Pointed>) =>
  contextMenuTemplate(pointed(change), actions).map(({ label, role, type }) => label ?? role ?? type);

it("offers the clipboard in a text field", () => {
  expect(names({})).toEqual(["cut", "copy", "paste", "separator", "selectAll"]);
});

it("offers at most five suggestions for a misspelled word, and to learn it", () => {
  const dictionarySuggestions = ["world", "word", "would", "whorl", "wold", "wrote"];
  const items = contextMenuTemplate(pointed({ misspelledWord: "wrold", dictionarySuggestions }), actions);
  expect(items.slice(0, 7).map(({ label }) => label)).toEqual([
    ...dictionarySuggestions.slice(0, 5),
    undefined,
    "Add “wrold” to the dictionary",
  ]);
  for (const item of [items[0], items[6]]) (item as unknown as { click(): void }).click();
  expect(done).toEqual(["replace world", "learn wrold"]);
  expect(names({ misspelledWord: "xqzv" })[0]).toBe("No suggestions");
});

it("offers to copy selected text, and has nothing for the rest of the page", () => {
  expect(names({ isEditable: false, selectionText: "salt" })).toEqual(["copy"]);
  expect(names({ isEditable: false, selectionText: " " })).toEqual([]);
});
