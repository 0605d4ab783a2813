import { guessLanguage, type Language } from "../../memory/index/words/language.ts";

/** The text search of PostgreSQL for a language; `simple` for those it has none for. */
export const DICTIONARIES = [
  "simple",
  "english",
  "german",
  "spanish",
  "french",
  "russian",
  "turkish",
  "arabic",
  "hindi",
] as const;
export type Dictionary = (typeof DICTIONARIES)[number];

const OF_LANGUAGE: Readonly<Record<Language, Dictionary>> = {
  en: "english",
  de: "german",
  es: "spanish",
  fr: "french",
  ru: "russian",
  tr: "turkish",
  ar: "arabic",
  hi: "hindi",
  zh: "simple",
  ja: "simple",
};

/** By the guess that the local index makes, too. */
export const dictionaryOf = (text: string): Dictionary => {
  const language = guessLanguage(text);
  return language === null ? "simple" : OF_LANGUAGE[language];
};
