import { type Language, languageFor, LANGUAGES } from "#shared/model/language.ts";
import { writeNumbersAs } from "#shared/model/number-text.ts";
import { en } from "./en.ts";
import { fill, type Widened } from "./fill.ts";
import { numberStyle } from "./number-style.ts";

/** Every visible word comes from here. A language is a table of the same shape. */
export type Messages = Widened<typeof en>;

/** What a user chooses: a language, or that of the computer. */
export type LanguageChoice = Language | "system";

/**
 * The words of the language that is shown. Its parts stay the same objects in every language, so a module may keep
 * one (`const words = t.memory`), but no single word.
 */
export const t: Messages = fill({}, en) as Messages;

/** An event of the page after a change of its words: a different language, or a changed word in development. */
export const WORDS_CHANGED = "satchel:words-changed";

const tables: Partial<Record<Language, () => Promise<Messages>>> = {
  en: () => Promise.resolve(en),
};

/** The languages that have a table. */
export const shownLanguages = LANGUAGES.filter((each) => Object.hasOwn(tables, each));

let wanted: Language = "en";
let shown: Language = "en";

/** The language that is shown. */
export const language = (): Language => shown;

/** Shows all words, numbers and dates in a language. Does nothing when it is shown already. */
export const showLanguage = async (choice: LanguageChoice): Promise<void> => {
  const next = languageFor(choice === "system" ? navigator.languages : [choice], shownLanguages);
  if (next === wanted) return;
  wanted = next;
  const table = (await tables[next]?.()) ?? en;
  // A later choice may have been loaded first.
  if (wanted !== next) return;
  shown = next;
  show(table);
};

const show = (table: Messages): void => {
  fill(t, table);
  writeNumbersAs(shown === "en" ? undefined : numberStyle(shown, t.share));
  document.documentElement.lang = shown;
  dispatchEvent(new Event(WORDS_CHANGED));
};

if (import.meta.hot) {
  import.meta.hot.accept("./en.ts", (changed) => {
    if (shown === "en" && changed) show(changed["en"] as Messages);
  });
}
