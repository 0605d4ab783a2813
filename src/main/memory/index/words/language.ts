import { foreignStopWords, type StemmedLatin } from "./foreign-stop-words.ts";
import { stopWords } from "../stop-words.ts";

/** Languages whose words are found in every form. `en` stands for all others, too, that FTS5 reads as they are. */
export type Language = "en" | StemmedLatin | "ru" | "ar" | "hi" | "zh" | "ja";

/** A text shows its language early; more would only cost time. */
const MAX_CHARS = 1_500;
const MAX_WORDS = 120;

/**
 * The language of a text, from its script, the most common words and the letters that are special to a language;
 * null when nothing in it tells. Cheap and sometimes wrong: a wrong guess cuts words differently, and a search for
 * them tries every language that was guessed in the same workspace.
 */
export const guessLanguage = (text: string): Language | null => {
  const sample = text.slice(0, MAX_CHARS);
  const other = otherScript(sample);
  if (other !== null) return other;
  const words =
    sample
      .toLowerCase()
      .match(/\p{L}+/gu)
      ?.slice(0, MAX_WORDS) ?? [];
  const scores = new Map<Language, number>();
  const add = (language: Language, score: number) =>
    scores.set(language, (scores.get(language) ?? 0) + score);
  for (const word of new Set(words)) {
    if (stopWords.has(word) || ENGLISH.has(word)) add("en", 1);
    for (const language of LATIN) if (foreignStopWords[language].has(word)) add(language, 1);
    if (!/^[a-z]+$/.test(word)) {
      for (const language of LATIN) if (LETTERS[language].test(word)) add(language, 1.2);
    }
  }
  const [best, second] = [...scores].sort(([, a], [, b]) => b - a);
  if (!best) return null;
  // An English text may contain a foreign name, and one common word may be of several languages.
  const english = scores.get("en") ?? 0;
  if (best[1] <= english) return "en";
  return best[1] === second?.[1] && best[1] < 2 ? null : best[0];
};

const LATIN: readonly StemmedLatin[] = ["de", "es", "fr", "tr"];

const LETTERS: Readonly<Record<StemmedLatin, RegExp>> = {
  de: /[äöüß]/,
  es: /[ñáíóú]/,
  fr: /[èêàâîôûçœëï]|é(?!.*[áíóúñ])/,
  tr: /[ğışüöç]|i̇/,
};

/** Short words that the list of English words without meaning leaves out, because a search may need them. */
const ENGLISH: ReadonlySet<string> = new Set("new old day time year week people work home good".split(" "));

/** The script that most letters of a sample have, where it is not the Latin one. */
const otherScript = (sample: string): Language | null => {
  if (!/[\u0400-\u052F\u0600-\u06FF\u0750-\u077F\u0900-\u097F\u3040-\u30FF\u3400-\u9FFF]/.test(sample))
    return null;
  const count = (of: RegExp) => sample.match(of)?.length ?? 0;
  const kana = count(/[\p{sc=Hiragana}\p{sc=Katakana}]/gu);
  const counts: readonly (readonly [Language | null, number])[] = [
    // A character of these scripts says as much as a few letters.
    [kana > 0 ? "ja" : "zh", 3 * (kana + count(/\p{sc=Han}/gu))],
    ["ru", count(/\p{sc=Cyrillic}/gu)],
    ["ar", count(/\p{sc=Arabic}/gu)],
    ["hi", count(/\p{sc=Devanagari}/gu)],
    [null, count(/\p{sc=Latin}/gu)],
  ];
  return counts.reduce((best, next) => (next[1] > best[1] ? next : best))[0];
};
