import { numberText } from "#shared/model/number-text.ts";

const rules = new Intl.PluralRules("fr");

/** The form for a number: none and one, or more. */
export const form = (count: number, one: string, many: string): string =>
  rules.select(count) === "one" ? one : many;

/** The number and its word: `1 fichier`, `3 fichiers`. */
export const counted = (count: number, one: string, many: string): string =>
  `${numberText(count)} ${form(count, one, many)}`;

/** The form for a number that is text already, such as `~1` or `12 345`. */
export const formOfText = (count: string, one: string, many: string): string =>
  /^~?[01]$/.test(count) ? one : many;

/** The same with the number before it. */
export const countedText = (count: string, one: string, many: string): string =>
  `${count} ${formOfText(count, one, many)}`;

/** The layers of a prompt, by their ids. */
export const LAYER_NAMES = {
  soul: "Âme",
  core: "Fichiers de base",
  files: "Fichiers de travail",
  system: "Prompt système",
  tools: "Outils",
  memory: "Mémoire",
  history: "Historique",
  message: "Votre message",
  overhead: "Format des messages",
} as const;
