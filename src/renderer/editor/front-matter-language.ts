import type * as Monaco from "monaco-editor/editor";
import { parseFrontMatter } from "#shared/model/front-matter.ts";
import { t } from "../ui/messages/index.ts";

const keys = ["priority", "tags"] as const;

/** Lines to read; front matter is never further down, and the rest can be megabytes. */
const MAX_LINES = 50;

export const headOf = (model: Monaco.editor.ITextModel): string =>
  model.getValueInRange({ startLineNumber: 1, startColumn: 1, endLineNumber: MAX_LINES + 1, endColumn: 1 });

/** Suggests `priority` and `tags` at the top of a file, and explains them on hover. */
export const offerFrontMatter = (monaco: typeof Monaco): void => {
  monaco.languages.registerCompletionItemProvider("markdown", {
    triggerCharacters: ["<", "!", "-"],
    provideCompletionItems: (model, position) => {
      if (position.lineNumber > MAX_LINES) return null;
      const before = model.getValueInRange(new monaco.Range(1, 1, position.lineNumber, position.column));
      const typed = /(?:^|\n)[ \t]*(<?!?-{0,2}[ \t]*[a-z]*)$/.exec(before)?.[1];
      if (typed === undefined || !isTop(before.slice(0, before.length - typed.length))) return null;
      const range = new monaco.Range(
        position.lineNumber,
        position.column - typed.length,
        position.lineNumber,
        position.column,
      );
      const known = parseFrontMatter(headOf(model));
      const given = { priority: known.priority !== null, tags: known.tags.length > 0 };
      return {
        suggestions: keys
          .filter((key) => !given[key])
          .map((key) => ({
            label: `<!-- ${key}: -->`,
            kind: monaco.languages.CompletionItemKind.Property,
            detail: t.editor.frontMatter[key].title,
            documentation: t.editor.frontMatter[key].text,
            insertText: `<!-- ${key}: \${1:${t.editor.frontMatter[key].example}} -->`,
            insertTextRules: monaco.languages.CompletionItemInsertTextRule.InsertAsSnippet,
            filterText: `<!-- ${key}`,
            range,
          })),
      };
    },
  });
  monaco.languages.registerHoverProvider("markdown", {
    provideHover: (model, position) => {
      const { offset } = parseFrontMatter(headOf(model));
      if (model.getOffsetAt(position) >= offset) return null;
      const line = model.getLineContent(position.lineNumber).toLowerCase();
      const key = keys.find((each) => line.includes(each));
      if (!key) return null;
      const { title, text } = t.editor.frontMatter[key];
      return { contents: [{ value: `**${title}**` }, { value: text }] };
    },
  });
};

/** Only front matter and blank lines are above. */
const isTop = (above: string): boolean => above.slice(parseFrontMatter(above).offset).trim() === "";
