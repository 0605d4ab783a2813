import type { languages } from "monaco-editor/editor";

/**
 * Markdown as in the design: marks are quiet, marked text is strong. Monaco's own grammar has one token for a
 * heading's text and its marks, so it cannot be drawn that way.
 */
export const markdownTokens: languages.IMonarchLanguage = {
  defaultToken: "",
  tokenPostfix: "",
  tokenizer: {
    // YAML front matter stands at the very top only.
    root: [
      [/^---\s*$/, { token: "mark", switchTo: "@properties" }],
      [/^(?=.)/, { token: "", switchTo: "@text" }],
      [/^$/, { token: "", switchTo: "@text" }],
    ],
    properties: [
      [/^(---|\.\.\.)\s*$/, { token: "mark", switchTo: "@text" }],
      [/^(\s*)([\w .-]+)(:)/, ["", "list", "mark"]],
      [/^(\s*)(-)(\s)/, ["", "mark", ""]],
      [/#.*$/, "remark"],
      [/[^#]+|#/, "code"],
    ],
    text: [
      [/^(\s{0,3})(#{1,6})(\s+)(.*)$/, ["", "mark", "", "heading"]],
      [/^\s*(```|~~~).*$/, { token: "mark", next: "@fence" }],
      [/^\s*([-*_]\s*){3,}$/, "mark"],
      [/^\s*\|[\s:|-]+\|?\s*$/, "mark"],
      [/^(\s*)([-*+]|\d+[.)])(\s+)(\[[ xX]\])(?=\s|$)/, ["", "list", "", "code"]],
      [/^(\s*)([-*+]|\d+[.)])(\s+)/, ["", "list", ""]],
      [/^(\s*>\s*)(\[![\w-]+\][+-]?)(.*)$/, ["quote", "list", "strong"]],
      [/^(\s*>.*)$/, "quote"],
      [/<!--/, { token: "remark", next: "@remark" }],
      [/\|/, "mark"],
      [/(\*\*|__)(?=\S)(.+?)(\1)/, ["mark", "strong", "mark"]],
      [/([*_])(?=\S)([^*_]+?)(\1)/, ["mark", "emphasis", "mark"]],
      [/`[^`]+`/, "code"],
      [/(!?\[\[)([^[\]]+)(\]\])/, ["mark", "link", "mark"]],
      [/(==)(?=\S)([^=]+)(==)/, ["mark", "strong", "mark"]],
      [/(!?\[)([^\]]*)(\]\()([^)]*)(\))/, ["mark", "link", "mark", "code", "mark"]],
      [/\\./, ""],
    ],
    fence: [
      [/^\s*(```|~~~)\s*$/, { token: "mark", next: "@pop" }],
      [/.*$/, "code"],
    ],
    remark: [
      [/-->/, { token: "remark", next: "@pop" }],
      [/[^-]+|-/, "remark"],
    ],
  },
};

export const markdownConfiguration: languages.LanguageConfiguration = {
  comments: { blockComment: ["<!--", "-->"] },
  brackets: [
    ["[", "]"],
    ["(", ")"],
  ],
  // Blue means interaction here, so brackets keep the colour of the text.
  colorizedBracketPairs: [],
  surroundingPairs: [
    { open: "*", close: "*" },
    { open: "_", close: "_" },
    { open: "`", close: "`" },
    { open: "(", close: ")" },
    { open: "[", close: "]" },
  ],
};
