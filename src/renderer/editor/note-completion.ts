import type * as Monaco from "monaco-editor/editor";
import type { LinkTarget } from "#shared/contract/links.ts";

type Complete = (query: string) => Promise<readonly LinkTarget[]>;

/** Monaco has one provider for all editors; the editor that is shown sets here whose notes it offers. */
const known: { complete: Complete | null } = { complete: null };

export const completeNotesWith = (complete: Complete): void => {
  known.complete = complete;
};

/** Offers names of notes and their aliases after `[[`. */
export const offerNotes = (monaco: typeof Monaco): void => {
  monaco.languages.registerCompletionItemProvider("markdown", {
    triggerCharacters: ["["],
    provideCompletionItems: async (model, position) => {
      const line = model.getLineContent(position.lineNumber);
      const typed = /\[\[([^[\]|#]{0,200})$/.exec(line.slice(0, position.column - 1))?.[1];
      if (typed === undefined || !known.complete) return null;
      const names = await known.complete(typed).catch(() => []);
      const isClosed = line.startsWith("]]", position.column - 1);
      const { lineNumber, column } = position;
      const range = new monaco.Range(
        lineNumber,
        column - typed.length,
        lineNumber,
        column + (isClosed ? 2 : 0),
      );
      return {
        incomplete: true,
        suggestions: noteSuggestions(names, typed).map(({ label, detail, link }, index) => ({
          label,
          detail,
          kind: monaco.languages.CompletionItemKind.File,
          insertText: `${link}]]`,
          // The core has sorted and filtered them; Monaco's own idea of what fits must not drop an alias.
          filterText: typed,
          sortText: String(index).padStart(4, "0"),
          range,
        })),
      };
    },
  });
};

export type NoteSuggestion = {
  readonly label: string;
  readonly detail: string;
  /** What stands between the brackets. */
  readonly link: string;
};

/** By name; by path where two notes have the same; and by alias where that is what was typed. */
export const noteSuggestions = (names: readonly LinkTarget[], typed: string): readonly NoteSuggestion[] => {
  const query = typed.trim().toLowerCase();
  const count = new Map<string, number>();
  for (const { name } of names) count.set(name, (count.get(name) ?? 0) + 1);
  return names.flatMap((file) => {
    const isAmbiguous = (count.get(file.name) ?? 0) > 1;
    const link = isAmbiguous ? file.path.replace(/\.(?:md|markdown)$/i, "") : file.name;
    const own = { label: file.name, detail: file.path, link };
    const alias = query === "" ? undefined : file.aliases.find((each) => each.toLowerCase().includes(query));
    if (alias === undefined || file.name.toLowerCase().includes(query)) return [own];
    return [{ label: alias, detail: file.path, link: `${link}|${alias}` }];
  });
};
