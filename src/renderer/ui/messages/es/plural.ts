import { numberText } from "#shared/model/number-text.ts";

const rules = new Intl.PluralRules("es");

/** The form for a number: one, or any other. */
export const form = (count: number, one: string, many: string): string =>
  rules.select(count) === "one" ? one : many;

/** The number and its word: `1 archivo`, `3 archivos`. */
export const counted = (count: number, one: string, many: string): string =>
  `${numberText(count)} ${form(count, one, many)}`;

/** The form for a number that is text already. */
export const formOfText = (count: string, one: string, many: string): string =>
  count === "1" || count === "~1" ? one : many;

/** The same for a number that is text already. */
export const countedText = (count: string, one: string, many: string): string =>
  `${count} ${formOfText(count, one, many)}`;

/** The layers of a prompt, by their ids. */
export const LAYER_NAMES = {
  soul: "Alma",
  core: "Archivos base",
  files: "Archivos de trabajo",
  system: "Prompt de sistema",
  tools: "Herramientas",
  memory: "Memoria",
  history: "Historial",
  message: "Tu mensaje",
  overhead: "Sobrecoste de mensajes",
} as const;
