/** The languages of the screen, by their code, each with its own name. */
export const LANGUAGE_NAMES = {
  en: "English",
  de: "Deutsch",
  es: "Español",
  fr: "Français",
  ja: "日本語",
  zh: "简体中文",
} as const;

export type Language = keyof typeof LANGUAGE_NAMES;

export const LANGUAGES = Object.keys(LANGUAGE_NAMES) as readonly Language[];

/** The first language of a list such as `navigator.languages` that the screen can be shown in, else English. */
export const languageFor = (preferred: readonly string[]): Language => {
  for (const tag of preferred) {
    const found = LANGUAGES.find((language) => language === tag.toLowerCase().split(/[-_]/)[0]);
    if (found) return found;
  }
  return "en";
};
