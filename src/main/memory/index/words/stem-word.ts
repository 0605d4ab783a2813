import { stemmer as arabic } from "@orama/stemmers/arabic";
import { stemmer as french } from "@orama/stemmers/french";
import { stemmer as german } from "@orama/stemmers/german";
import { stemmer as hindi } from "@orama/stemmers/indian";
import { stemmer as russian } from "@orama/stemmers/russian";
import { stemmer as spanish } from "@orama/stemmers/spanish";
import { stemmer as turkish } from "@orama/stemmers/turkish";
import type { StemmedLatin } from "./foreign-stop-words.ts";

/** No word of a language is longer; what is longer is data. */
const MAX_STEMMED_CHARS = 48;

/**
 * What a word in Latin letters is found by, in one of the stemmed languages: its stem, and the stem of its letters
 * without accents, because many people type without them.
 */
export const latinStems = (word: string, language: StemmedLatin): readonly string[] =>
  remembered(`${language} ${word}`, () => stemsOf(word, language));

const stemsOf = (word: string, language: StemmedLatin): readonly string[] => {
  if (word.length > MAX_STEMMED_CHARS || /\p{N}/u.test(word)) return [foldLatin(word.toLowerCase())];
  const lower = language === "tr" ? word.toLocaleLowerCase("tr") : word.toLowerCase();
  const stems = [foldLatin(LATIN[language](lower)), foldLatin(LATIN[language](foldLatin(lower)))];
  if (language === "de" && /[aou]e/.test(lower)) stems.push(foldLatin(german(withUmlauts(lower))));
  return [...new Set(stems)];
};

/** What a word in a different script is found by; only itself where no rules for its script are known. */
export const otherStems = (word: string): readonly string[] =>
  word.length > MAX_STEMMED_CHARS ? [word] : remembered(word, () => stemsOfOther(word));

const stemsOfOther = (word: string): readonly string[] => {
  if (/\p{sc=Cyrillic}/u.test(word)) return [russian(word.replaceAll("ё", "е"))];
  if (/\p{sc=Arabic}/u.test(word)) return arabicStems(word);
  if (/\p{sc=Devanagari}/u.test(word)) return [hindi(word)];
  return [word];
};

/** Most words of a text are common ones. Emptied when full, which costs less than an order. */
const MAX_REMEMBERED = 20_000;
const known = new Map<string, readonly string[]>();
const remembered = (key: string, make: () => readonly string[]): readonly string[] => {
  const found = known.get(key);
  if (found) return found;
  const made = make();
  if (known.size >= MAX_REMEMBERED) known.clear();
  if (key.length <= MAX_STEMMED_CHARS + 3) known.set(key, made);
  return made;
};

/** One spelling for letters that are typed in several ways; FTS5 removes other accents. */
export const foldLatin = (word: string): string =>
  /^[\x20-\x7E]*$/.test(word)
    ? word
    : word
        .normalize("NFD")
        .replaceAll(/\p{Mn}/gu, "")
        .replaceAll("ß", "ss")
        .replaceAll("ı", "i")
        .replaceAll("œ", "oe")
        .replaceAll("æ", "ae")
        .replaceAll("ø", "o")
        .replaceAll("ł", "l");

const LATIN: Readonly<Record<StemmedLatin, (word: string) => string>> = {
  de: german,
  es: spanish,
  fr: french,
  tr: turkish,
};

const withUmlauts = (word: string) => word.replaceAll("ae", "ä").replaceAll("oe", "ö").replaceAll("ue", "ü");

/**
 * Many plurals of Arabic change the vowels inside a word (كتاب, كتب), which no rule for endings can undo: the
 * consonants of the stem are a second form. `و`, `ف`, `ب`, `ك`, `ل` and the article are written in front.
 */
const arabicStems = (word: string): readonly string[] => {
  const plain = word
    .replaceAll(/[أإآٱ]/g, "ا")
    .replaceAll("ى", "ي")
    .replaceAll("ؤ", "و")
    .replaceAll("ئ", "ي");
  const bare = plain.replace(/^[وف]?(?:[بك]?ال|لل)(?=.{3})/u, "");
  const stem = arabic(bare).replace(/ة$/, "");
  const consonants = stem.slice(0, 1) + stem.slice(1).replaceAll(/[اوي]/g, "");
  return consonants.length >= 3 && consonants !== stem ? [stem, consonants] : [stem];
};
