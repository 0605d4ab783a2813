import type * as Monaco from "monaco-editor/editor";

type Colours = Readonly<
  Record<
    | "surface"
    | "fg"
    | "fg2"
    | "fg3"
    | "line"
    | "accent"
    | "tint"
    | "hover"
    | "list"
    | "code"
    | "raised"
    | "ok"
    | "bad",
    string
  >
>;

/** The tokens of both themes; Monaco needs plain hex, so it cannot use the page's variables. */
const light: Colours = {
  surface: "#ffffff",
  fg: "#1c1a17",
  fg2: "#57524b",
  fg3: "#706a63",
  line: "#e7e4df",
  accent: "#2a5bd0",
  tint: "#e9effb",
  hover: "#1c1a170b",
  list: "#9c416c",
  code: "#1d6c43",
  raised: "#ffffff",
  ok: "#e7f2eb",
  bad: "#fbeceb",
};

const dark: Colours = {
  surface: "#1b1a19",
  fg: "#edeae5",
  fg2: "#aea8a0",
  fg3: "#938d85",
  line: "#2c2a28",
  accent: "#7da2ff",
  tint: "#222a3d",
  hover: "#fff8ee0b",
  list: "#d25f7a",
  code: "#58b98c",
  raised: "#252321",
  ok: "#1b2c23",
  bad: "#35201e",
};

export const themeName = (): string =>
  document.documentElement.dataset["theme"] === "dark" ? "satchel-dark" : "satchel-light";

/** Follows the page's theme for as long as the page exists. */
export const defineThemes = (monaco: typeof Monaco): void => {
  monaco.editor.defineTheme("satchel-light", themeOf("vs", light));
  monaco.editor.defineTheme("satchel-dark", themeOf("vs-dark", dark));
  new MutationObserver(() => monaco.editor.setTheme(themeName())).observe(document.documentElement, {
    attributeFilter: ["data-theme"],
  });
};

const themeOf = (base: "vs" | "vs-dark", c: Colours): Monaco.editor.IStandaloneThemeData => {
  return {
    base,
    inherit: true,
    rules: [
      { token: "", foreground: bare(c.fg) },
      // fg2: these marks are also read on the tints of a difference.
      { token: "mark", foreground: bare(c.fg2) },
      { token: "heading", foreground: bare(c.fg), fontStyle: "bold" },
      { token: "strong", foreground: bare(c.fg), fontStyle: "bold" },
      { token: "emphasis", foreground: bare(c.fg), fontStyle: "italic" },
      { token: "quote", foreground: bare(c.fg2), fontStyle: "italic" },
      { token: "list", foreground: bare(c.list) },
      { token: "code", foreground: bare(c.code) },
      { token: "link", foreground: bare(c.accent) },
      { token: "remark", foreground: bare(c.fg2) },
      { token: "comment", foreground: bare(c.fg2) },
      { token: "keyword", foreground: bare(c.list) },
      { token: "string", foreground: bare(c.code) },
    ],
    colors: {
      "editor.background": c.surface,
      "editor.foreground": c.fg,
      "editorLineNumber.foreground": c.fg3,
      "editorLineNumber.activeForeground": c.fg,
      "editor.lineHighlightBackground": c.hover,
      "editor.lineHighlightBorder": "#00000000",
      "editor.selectionBackground": `${c.accent}3d`,
      "editor.inactiveSelectionBackground": `${c.accent}24`,
      "editorCursor.foreground": c.accent,
      // Where a search or a jump leads to, and what is found: tints of what interaction looks like here.
      "editor.rangeHighlightBackground": c.hover,
      "editor.findMatchBackground": `${c.accent}55`,
      "editor.findMatchHighlightBackground": `${c.accent}2b`,
      "editor.findRangeHighlightBackground": c.hover,
      "editor.findMatchBorder": "#00000000",
      "editor.hoverHighlightBackground": c.hover,
      "editor.wordHighlightBackground": c.hover,
      "editor.wordHighlightStrongBackground": c.hover,
      "editor.snippetTabstopHighlightBackground": c.hover,
      "editor.snippetFinalTabstopHighlightBorder": c.line,
      "editorOverviewRuler.findMatchForeground": `${c.accent}99`,
      "editorOverviewRuler.rangeHighlightForeground": "#00000000",
      "editorOverviewRuler.bracketMatchForeground": "#00000000",
      "editorLink.activeForeground": c.accent,
      "editorSuggestWidget.background": c.raised,
      "editorSuggestWidget.border": c.line,
      "editorSuggestWidget.foreground": c.fg,
      "editorSuggestWidget.selectedBackground": c.tint,
      "editorSuggestWidget.selectedForeground": c.fg,
      "editorSuggestWidget.highlightForeground": c.accent,
      "editorSuggestWidget.focusHighlightForeground": c.accent,
      "editorHoverWidget.background": c.raised,
      "editorHoverWidget.border": c.line,
      "editorHoverWidget.foreground": c.fg,
      "input.background": c.surface,
      "input.foreground": c.fg,
      "input.border": c.line,
      "input.placeholderForeground": c.fg3,
      "inputOption.activeBackground": c.tint,
      "inputOption.activeBorder": c.accent,
      "inputOption.activeForeground": c.fg,
      "list.hoverBackground": c.hover,
      "list.highlightForeground": c.accent,
      "list.focusBackground": c.tint,
      "list.focusForeground": c.fg,
      "list.activeSelectionBackground": c.tint,
      "list.activeSelectionForeground": c.fg,
      "badge.background": c.line,
      "badge.foreground": c.fg,
      "progressBar.background": c.accent,
      "widget.shadow": "#00000033",
      "editorWidget.background": c.raised,
      "editorWidget.border": c.line,
      "editorIndentGuide.background1": c.line,
      "editorWhitespace.foreground": c.line,
      "scrollbar.shadow": "#00000000",
      "scrollbarSlider.background": `${c.fg3}55`,
      "scrollbarSlider.hoverBackground": `${c.fg3}77`,
      "scrollbarSlider.activeBackground": `${c.fg3}99`,
      "editorOverviewRuler.border": "#00000000",
      "diffEditor.insertedTextBackground": `${c.code}12`,
      "diffEditor.removedTextBackground": `${c.list}12`,
      "diffEditor.insertedLineBackground": c.ok,
      "diffEditor.removedLineBackground": c.bad,
      "diffEditor.border": c.line,
      "diffEditor.diagonalFill": c.line,
      focusBorder: c.accent,
    },
  };
};

const bare = (hex: string) => hex.slice(1);
