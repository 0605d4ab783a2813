import { stopWords } from "../index/stop-words.ts";

export type SearchedFile = { readonly path: string; readonly text: string };

/** More would fill a model's window with one answer. */
const MAX_SHOWN = 50;

/**
 * The answer of the tool `memory_search`: every line that contains the query, or all of its words. Case and
 * order are ignored; stop words count only when a query has nothing else.
 */
export const memorySearchText = (files: readonly SearchedFile[], query: string): string => {
  const matches = matchingLines(files, query);
  if (matches.length === 0) return `No matching memories found for: ${query}`;
  const lines = matches.slice(0, MAX_SHOWN).map(({ path, line, text }) => `Source: ${path}#${line}: ${text}`);
  const left = matches.length - lines.length;
  return [`Found ${matches.length} matches:`, ...lines, ...(left > 0 ? [`… and ${left} more`] : [])].join(
    "\n",
  );
};

type Match = { readonly path: string; readonly line: number; readonly text: string };

const matchingLines = (files: readonly SearchedFile[], query: string): readonly Match[] => {
  const phrase = folded(query).trim();
  const words = wordsOf(phrase);
  if (phrase === "") return [];
  return files.flatMap(({ path, text }) =>
    text.split(/\r?\n/).flatMap((raw, index) => {
      const line = folded(raw);
      const says = line.includes(phrase) || (words.length > 0 && words.every((word) => line.includes(word)));
      return says && raw.trim() !== "" ? [{ path, line: index + 1, text: raw.trim() }] : [];
    }),
  );
};

const wordsOf = (phrase: string): readonly string[] => {
  const all = phrase.match(/[\p{L}\p{N}\p{M}]+/gu) ?? [];
  const telling = all.filter((word) => !stopWords.has(word));
  return telling.length > 0 ? telling : all;
};

const folded = (text: string) => text.normalize("NFKC").toLowerCase();
