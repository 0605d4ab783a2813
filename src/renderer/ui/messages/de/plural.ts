import { numberText } from "#shared/model/number-text.ts";

const rules = new Intl.PluralRules("de");

/** The form for a number: one, or many. */
export const form = (count: number, one: string, many: string): string =>
  rules.select(count) === "one" ? one : many;

/** The number and its word: `1 Datei`, `3 Dateien`. */
export const counted = (count: number, one: string, many: string): string =>
  `${numberText(count)} ${form(count, one, many)}`;

/** The same for a number that is text already. */
export const countedText = (count: string, one: string, many: string): string =>
  `${count} ${count === "1" || count === "~1" ? one : many}`;

/** The layers of a prompt, by their ids. */
export const LAYER_NAMES = {
  soul: "Seele",
  core: "Kerndateien",
  files: "Arbeitsdateien",
  system: "System-Prompt",
  tools: "Tools",
  memory: "Gedächtnis",
  history: "Verlauf",
  message: "Deine Nachricht",
  overhead: "Nachrichten-Overhead",
} as const;
