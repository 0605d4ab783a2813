import { stopWords } from "./stop-words.ts";

/** A long message is about what it says first; more words would only make the search slow. */
const MOST_WORDS = 48;
const MOST_CHARS = 16_384;

/**
 * A text as its words are indexed; null when that is the text itself. The tokenizer splits at spaces and signs,
 * so scripts without spaces are given as overlapping pairs of characters, and Arabic and Hebrew without the marks
 * that only some writers set.
 */
export const searchable = (text: string): string | null => {
  if (!special.test(text)) return null;
  return text
    .normalize("NFKC")
    .replaceAll(marks, "")
    .replaceAll(spaceless, (run) => ` ${pairs(run).join(" ")} `);
};

/** Any of these words, as an FTS5 query; null when there are none. Each is quoted: nothing typed is syntax. */
export const matchQuery = (words: readonly string[]): string | null => {
  if (words.length === 0) return null;
  return words.map((word) => (isLone(word) ? `"${word}"*` : `"${word}"`)).join(" OR ");
};

/** The words a query is searched by, each once, in lower case; stop words only when there is nothing else. */
export const queryWords = (query: string): readonly string[] => {
  const cut = query.slice(0, MOST_CHARS).normalize("NFKC").toLowerCase();
  const found = (searchable(cut) ?? cut).match(/[\p{L}\p{N}\p{Co}]+/gu) ?? [];
  const all = [...new Set(found)];
  const telling = all.filter((word) => !stopWords.has(word) && (word.length > 1 || !/^[a-z]$/.test(word)));
  return (telling.length > 0 ? telling : all).slice(0, MOST_WORDS);
};

const spaceless =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}々ー]+/gu;
const marks = /[\u0640\u064B-\u065F\u0670\u0591-\u05C7]/gu;
const special = new RegExp(`${spaceless.source}|${marks.source}`, "u");

/** `日本語` as `日本 本語 語`: the last one alone lets a single character be found at the end, too. */
const pairs = (run: string): readonly string[] => {
  const characters = Array.from(run);
  return characters.map((character, at) => character + (characters[at + 1] ?? ""));
};

/** A single character of such a script begins a pair; look for all that begin with it. */
const isLone = (word: string) => Array.from(word).length === 1 && special.test(word);
