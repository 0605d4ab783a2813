import { Menu, type ContextMenuParams, type MenuItemConstructorOptions, type WebContents } from "electron";

type Item = MenuItemConstructorOptions;

export type TextActions = {
  readonly replace: (word: string) => void;
  readonly learn: (word: string) => void;
};

/** What is under the pointer, as far as the menu needs it. */
export type Pointed = Pick<
  ContextMenuParams,
  "isEditable" | "selectionText" | "misspelledWord" | "dictionarySuggestions" | "editFlags"
>;

/** A menu for text fields and for selected text. The page's own menus come first; then this is not asked. */
export const addContextMenu = (contents: WebContents): void => {
  const actions: TextActions = {
    replace: (word) => contents.replaceMisspelling(word),
    learn: (word) => void contents.session.addWordToSpellCheckerDictionary(word),
  };
  contents.on("context-menu", (_event, pointed) => {
    const items = contextMenuTemplate(pointed, actions);
    if (items.length > 0) Menu.buildFromTemplate([...items]).popup();
  });
};

/** A word has up to five suggestions; more would push the rest of the menu away. */
const MAX_SUGGESTIONS = 5;

export const contextMenuTemplate = (pointed: Pointed, actions: TextActions): readonly Item[] => {
  const { canCut, canCopy, canPaste, canSelectAll } = pointed.editFlags;
  if (pointed.isEditable) {
    return [
      ...spelling(pointed, actions),
      { role: "cut", enabled: canCut },
      { role: "copy", enabled: canCopy },
      { role: "paste", enabled: canPaste },
      { type: "separator" },
      { role: "selectAll", enabled: canSelectAll },
    ];
  }
  return pointed.selectionText.trim() === "" ? [] : [{ role: "copy", enabled: canCopy }];
};

const spelling = (
  { misspelledWord, dictionarySuggestions }: Pointed,
  { replace, learn }: TextActions,
): readonly Item[] => {
  if (misspelledWord === "") return [];
  const suggestions = dictionarySuggestions.slice(0, MAX_SUGGESTIONS).map((word): Item => ({
    label: word,
    click: () => replace(word),
  }));
  return [
    ...(suggestions.length > 0 ? suggestions : [{ label: "No suggestions", enabled: false }]),
    { type: "separator" },
    { label: `Add “${misspelledWord}” to the dictionary`, click: () => learn(misspelledWord) },
    { type: "separator" },
  ];
};
