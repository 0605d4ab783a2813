import { stopWords } from "./stop-words.ts";

/** The beginning of a long message has its subject; more words would only make the search slow. */
const MAX_WORDS = 48;
const MAX_CHARS = 16_384;

/**
 * A text as it is indexed; null when that is the text itself. The tokenizer splits at spaces and punctuation,
 * so scripts without spaces are written as overlapping pairs of characters, and Arabic and Hebrew without
 * their optional marks.
 */
export const searchable = (text: string): string | null => {
  if (!special.test(text)) return null;
  return text
    .normalize("NFKC")
    .replaceAll(marks, "")
    .replaceAll(spaceless, (run) => ` ${pairs(run).join(" ")} `);
};

/**
 * An FTS5 query for any of these words; null when there are none. Each word is quoted, so nothing typed is
 * syntax.
 */
export const matchQuery = (words: readonly string[]): string | null => {
  if (words.length === 0) return null;
  return words.map((word) => (isLone(word) ? `"${word}"*` : `"${word}"`)).join(" OR ");
};

/** The words to search for, each once, in lower case; stop words only when there is nothing else. */
export const queryWords = (query: string): readonly string[] => {
  const cut = query.slice(0, MAX_CHARS).normalize("NFKC").toLowerCase();
  const found = (searchable(cut) ?? cut).match(/[\p{L}\p{N}\p{Co}]+/gu) ?? [];
  const all = [...new Set(found)];
  const telling = all.filter((word) => !stopWords.has(word) && (word.length > 1 || !/^[a-z]$/.test(word)));
  return (telling.length > 0 ? telling : all).slice(0, MAX_WORDS);
};

const spaceless =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}々ー]+/gu;
const marks = /[\u0640\u064B-\u065F\u0670\u0591-\u05C7]/gu;
const special = new RegExp(`${spaceless.source}|${marks.source}`, "u");

/** `日本語` becomes `日本 本語 語`: the last one allows a single character to be found at the end, too. */
const pairs = (run: string): readonly string[] => {
  const characters = Array.from(run);
  return characters.map((character, at) => character + (characters[at + 1] ?? ""));
};

/** A single character of such a script starts a pair; search for all pairs that start with it. */
const isLone = (word: string) => Array.from(word).length === 1 && special.test(word);
