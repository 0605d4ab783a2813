import { foreignStopWords, type StemmedLatin, type StopWordLanguage } from "./words/foreign-stop-words.ts";
import { guessLanguage, type Language } from "./words/language.ts";
import { markedAsLetters } from "./words/marks.ts";
import { isSpaceless, pairsAndWords, segmentsOf, spacelessRuns } from "./words/spaceless.ts";
import { foldLatin, latinStems, otherStems } from "./words/stem-word.ts";
import { stopWords } from "./stop-words.ts";

/**
 * How words are found in every form. The full-text index splits at spaces and punctuation, removes accents and cuts
 * English words. Everything else is done to the text before it is indexed, and to the query in the same way:
 *
 * - German, Spanish, French and Turkish words become their stems, in texts that are in that language;
 * - words in Cyrillic, Arabic and Devanagari letters become their stems wherever they are;
 * - Chinese, Japanese, Thai and other scripts without spaces become words and overlapping pairs of characters;
 * - vowel marks become letters, because the index would split at them.
 *
 * A query's own language is not known for sure (it may be one name), so a word in Latin letters is looked for as it
 * is and as a stem of each language that the searched texts have.
 */

/** The beginning of a long message has its subject; more words would only make the search slow. */
const MAX_WORDS = 48;
const MAX_CHARS = 16_384;

/** One word of a query, in each form that it may have in the index. */
export type QueryWord = readonly string[];

/** A text as it is indexed; null when that is the text itself. */
export const searchable = (text: string, language: Language | null = null): string | null => {
  const latin = latinOf(language);
  if (latin === null && !special.test(text)) return null;
  return text.normalize("NFKC").replaceAll(wordOrRun, (word) => ` ${indexed(word, latin).join(" ")} `);
};

const indexed = (word: string, latin: StemmedLatin | null): readonly string[] => {
  if (isSpaceless(word))
    return spacelessRuns(word).flatMap((run) =>
      isSpaceless(run) ? pairsAndWords(run).map(markedAsLetters) : indexed(run, latin),
    );
  const plain = plainWord(word);
  if (!isLatin(plain)) return otherStems(plain).map(markedAsLetters);
  return latin === null ? [foldLetters(word)] : latinStems(word, latin);
};

/** Languages in Latin letters that are not English need stems in a query, too. */
export const latinOf = (language: Language | null): StemmedLatin | null =>
  language === "de" || language === "es" || language === "fr" || language === "tr" ? language : null;

/**
 * An FTS5 query for any of these words; null when there are none. Each form is quoted, so nothing typed is
 * syntax.
 */
export const matchQuery = (words: readonly QueryWord[]): string | null => {
  if (words.length === 0) return null;
  const forms = [...new Set(words.flat())];
  return forms.map((form) => (isLone(form) ? `"${form}"*` : `"${form}"`)).join(" OR ");
};

/**
 * The words to search for, each once; stop words only when there is nothing else. `present`: the languages that were
 * guessed for the texts that are searched.
 */
export const queryWords = (query: string, present: readonly StemmedLatin[] = []): readonly QueryWord[] => {
  const cut = query.slice(0, MAX_CHARS).normalize("NFKC");
  const language = guessLanguage(cut);
  const found = cut.match(wordOrRun)?.flatMap((word) => [...asked(word, present, language)]) ?? [];
  const all = [...new Map(found.map((word) => [word.forms.join(" "), word])).values()];
  const telling = all.filter(({ isTelling }) => isTelling);
  return (telling.length > 0 ? telling : all).slice(0, MAX_WORDS).map(({ forms }) => forms);
};

/** The words of a query as they are typed, for a database that cuts words itself. */
export const plainQueryWords = (query: string): readonly string[] => {
  const cut = query.slice(0, MAX_CHARS).normalize("NFKC");
  const language = guessLanguage(cut);
  const own = language === null || language === "en" ? null : language;
  const all = [...new Set(cut.match(wordOrRun)?.map(plainWord) ?? [])];
  const telling = all.filter((word) => !isStopWord(word, own) && !/^[a-z]$/.test(word));
  return (telling.length > 0 ? telling : all).slice(0, MAX_WORDS);
};

type Asked = { readonly forms: QueryWord; readonly isTelling: boolean };

function* asked(word: string, present: readonly StemmedLatin[], language: Language | null): Generator<Asked> {
  if (isSpaceless(word)) {
    for (const run of spacelessRuns(word)) {
      if (!isSpaceless(run)) yield* asked(run, present, language);
      else
        for (const { word: one, forms } of segmentsOf(run)) {
          const isTelling = !foreignStopWords.ja.has(one) && !foreignStopWords.zh.has(one);
          for (const form of forms) yield { forms: [markedAsLetters(form)], isTelling };
        }
    }
    return;
  }
  const plain = plainWord(word);
  if (!isLatin(plain)) {
    const own = language === "ru" || language === "ar" || language === "hi" ? language : null;
    const isTelling = !isStopWord(plain, own) || own === null;
    yield { forms: unique([markedAsLetters(plain), ...otherStems(plain).map(markedAsLetters)]), isTelling };
    return;
  }
  const stems = present.flatMap((one) => latinStems(word, one));
  yield {
    forms: unique([foldLetters(word), ...stems]),
    isTelling: !isStopWord(plain, latinOf(language)) && !/^[a-z]$/.test(plain),
  };
}

/** Words of the query's own language; "was" and "die" mean something only in one of two. */
const isStopWord = (word: string, language: StopWordLanguage | null): boolean =>
  (language === null ? stopWords : foreignStopWords[language]).has(word);

const unique = (forms: readonly string[]): readonly string[] => [...new Set(forms)];

/** Arabic and Hebrew without their optional marks. */
const plainWord = (word: string): string => word.toLowerCase().replaceAll(optionalMarks, "");

const isLatin = (word: string): boolean => !/[^\p{sc=Latin}\p{sc=Common}\p{sc=Inherited}]/u.test(word);

/** Letters that are typed in two ways, where FTS5 would take them for two. */
const foldLetters = (word: string): string => {
  const lower = word.toLowerCase();
  return twofold.test(lower) ? foldLatin(lower) : lower;
};

const optionalMarks = /[\u0640\u064B-\u065F\u0670\u0591-\u05C7]/g;
const twofold = /[ßıœæøł]|i̇/;
const wordOrRun = /[\p{L}\p{N}\p{Co}\p{M}ー々]+/gu;
/** Letters for which a text has to be written differently, whatever its language. */
const special = /[ßẞıİœŒæÆøØłŁ]|[^\p{sc=Latin}\p{sc=Common}\p{sc=Inherited}\p{sc=Greek}\p{sc=Hangul}]/u;

/** A single character of a script without spaces starts a pair; search for all pairs that start with it. */
const isLone = (form: string) => Array.from(form).length === 1 && isSpaceless(form);
