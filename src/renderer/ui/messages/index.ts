import { type Language, languageFor } from "#shared/model/language.ts";
import { writeNumbersAs } from "#shared/model/number-text.ts";
import { en } from "./en.ts";
import { fill } from "./fill.ts";
import type { Messages } from "./messages.ts";
import { numberStyle } from "./number-style.ts";

/** What a user chooses: a language, or that of the computer. */
export type LanguageChoice = Language | "system";

/**
 * The words of the language that is shown. Its parts stay the same objects in every language, so a module may keep
 * one (`const words = t.memory`), but no single word.
 */
export const t: Messages = fill({}, en) as Messages;

/** An event of the page after a change of its words: a different language, or a changed word in development. */
export const WORDS_CHANGED = "satchel:words-changed";

const tables: Record<Language, () => Promise<Messages>> = {
  en: () => Promise.resolve(en),
  de: async () => (await import("./de.ts")).de,
  es: async () => (await import("./es.ts")).es,
  fr: async () => (await import("./fr.ts")).fr,
  ja: async () => (await import("./ja.ts")).ja,
  zh: async () => (await import("./zh.ts")).zh,
};

/** The table of a language. Only the one that is shown is loaded. */
export const loadTable = (of: Language): Promise<Messages> => tables[of]();

let wanted: Language = "en";
let shown: Language = "en";

/** The language that is shown. */
export const language = (): Language => shown;

/** Shows all words, numbers and dates in a language. Does nothing when it is shown already. */
export const showLanguage = async (choice: LanguageChoice): Promise<void> => {
  const next = choice === "system" ? languageFor(navigator.languages) : choice;
  if (next === wanted) return;
  wanted = next;
  const table = await loadTable(next);
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
