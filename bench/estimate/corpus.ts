import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packageText, randomFrom } from "../../src/main/tokens/reference-corpus.ts";

export type Sample = { readonly kind: string; readonly text: string };

/**
 * Texts of the kinds that prompts are made of, from the packages this project installs and from its own sample.
 * Each kind is cut into pieces of about 1,500 characters, so that a kind is judged by many texts. `fit`: what the
 * prices were fitted on. `held`: texts of other packages, or pieces that were left out, on which they are measured.
 */
export const estimateCorpus = (part: "fit" | "held"): readonly Sample[] => {
  const isFit = part === "fit";
  const prose = isFit ? ["fast-check", "ws", "react-resizable-panels"] : ["zod", "yaml", "ai"];
  const code = isFit ? ["yaml", "cmdk", "virtua"] : ["zod"];
  const json = isFit ? ["ai", "react"] : ["zod", "vite", "yaml"];
  const half = (samples: readonly Sample[]) => samples.filter((_, at) => (at % 2 === 0) === isFit);
  return [
    ...pieces("prose", packageText(prose, /\.md$/, 24_000).replaceAll(/```[\s\S]*?```/g, "")),
    ...half(pieces("notes", notes(), 700)),
    ...pieces("code", packageText(code, /\.(js|ts)$/, 24_000)),
    ...pieces("JSON", packageText(json, /\.json$/, 16_000)),
    ...half(pieces("tables", tables(60))),
    ...half(pieces("lists", lists(40))),
    ...LANGUAGES.flatMap(([kind, locale, ...others]) => languageText(part, kind, locale, others)),
  ];
};

/** Fitted on the words of other packages where there are any, measured on those of zod. */
const languageText = (
  part: "fit" | "held",
  kind: string,
  locale: string,
  others: readonly string[],
): readonly Sample[] => {
  const own = pieces(kind, sentences(`node_modules/zod/v4/locales/${locale}.js`), 400);
  if (others.length === 0) return own.filter((_, at) => (at % 2 === 0) === (part === "fit"));
  if (part === "held") return own;
  return others.flatMap((file) => pieces(kind, sentences(file).slice(0, 2_400), 400));
};

const editor = (locale: string) => `node_modules/monaco-editor/esm/vs/nls/lang/${locale}.js`;
const checks = (locale: string) => `node_modules/axe-core/locales/${locale}.json`;

/** Name, its file in zod, and the files of other packages. */
const LANGUAGES: readonly (readonly [string, string, ...string[]])[] = [
  ["German", "de", editor("de"), checks("de")],
  ["French", "fr", editor("fr"), checks("fr")],
  ["Spanish", "es", editor("es"), checks("es")],
  ["Italian", "it", editor("it"), checks("it")],
  ["Polish", "pl", editor("pl"), checks("pl")],
  ["Czech", "cs", editor("cs")],
  ["Turkish", "tr", editor("tr")],
  ["Vietnamese", "vi"],
  ["Russian", "ru", editor("ru"), checks("ru")],
  ["Greek", "el", checks("el")],
  ["Arabic", "ar"],
  ["Hebrew", "he", checks("he")],
  ["Hindi", "hi"],
  ["Thai", "th"],
  ["Japanese", "ja", editor("ja"), checks("ja")],
  ["Korean", "ko", editor("ko"), checks("ko")],
  ["Chinese", "zh-CN", editor("zh-cn")],
];

const SIZE = 1500;

const pieces = (kind: string, text: string, size = SIZE): Sample[] =>
  Array.from({ length: Math.max(1, Math.floor(text.length / size)) }, (_, index) => ({
    kind,
    text: text.slice(index * size, (index + 1) * size),
  })).filter((sample) => sample.text.trim() !== "");

/** The sample's own Markdown: headings, short lines, prices and tables as people write them. */
const notes = (): string => {
  const folder = "resources/templates/bakery/workspace";
  return readdirSync(folder)
    .filter((name) => name.endsWith(".md"))
    .sort()
    .map((name) => readFileSync(join(folder, name), "utf8"))
    .join("\n\n");
};

const WORDS =
  "flour rye wheat butter sugar yeast salt water oven tray order Monday Harbor Ana supplier invoice delivery kilogram price margin allergen sesame walnut sourdough croissant brioche schedule counter customer".split(
    " ",
  );

const tables = (rows: number): string => {
  const random = randomFrom(11);
  const word = () => WORDS[random(WORDS.length)] ?? "";
  const row = () =>
    `| ${word()} ${word()} | ${random(900)} g | £${random(90)}.${10 + random(89)} | ${random(100)} % | 2026-${10 + random(3)}-${10 + random(19)} | ${word()} |`;
  return Array.from(
    { length: 12 },
    () =>
      `## ${word()} ${word()}\n\n| item | amount | price | share | date | note |\n| --- | ---: | ---: | :-: | --- | --- |\n${Array.from({ length: rows / 4 }, row).join("\n")}\n`,
  ).join("\n");
};

const lists = (rows: number): string => {
  const random = randomFrom(12);
  const word = () => WORDS[random(WORDS.length)] ?? "";
  const row = () =>
    [
      `- ${word()}: ${random(500)} ${word()}`,
      `- [ ] ${word()} the ${word()} by ${6 + random(12)}:${10 + random(49)}`,
      `${1 + random(20)}. **${word()}** (${word()}, ${random(40)} %)`,
      `  - \`${word()}/${word()}.md\``,
    ][random(4)] ?? "";
  return Array.from({ length: 12 * rows }, row).join("\n");
};

/** The sentences of a translation, without the code between them. */
const sentences = (file: string): string => {
  const texts = [...readFileSync(file, "utf8").matchAll(/(["'`])((?:(?!\1)[^\\\n])+)\1/g)]
    .map(([, , text = ""]) => text.replaceAll(/\$?\{(?:[^{}]|\{[^{}]*\})*\}/g, "x"))
    .filter((text) => !/^[\w./-]+$/.test(text) && !/https?:|function|=>/.test(text))
    .filter((text) => /\P{ASCII}/u.test(text) || /\p{L}+ \p{L}+ \p{L}+/u.test(text));
  return [...new Set(texts)].join(". ");
};
