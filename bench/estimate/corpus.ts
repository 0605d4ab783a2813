import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { packageText, randomFrom } from "../../src/main/tokens/reference-corpus.ts";

export type Sample = { readonly kind: string; readonly text: string };

/**
 * Texts of the kinds that prompts are made of, from the packages this project installs and from its own sample.
 * Each kind is cut into pieces of about 1,500 characters, so that a kind is judged by many texts.
 */
export const estimateCorpus = (): readonly Sample[] => [
  ...pieces(
    "prose",
    packageText(["zod", "fast-check", "yaml", "ai", "ws"], /\.md$/, 120_000).replaceAll(
      /```[\s\S]*?```/g,
      "",
    ),
  ),
  ...pieces("notes", notes()),
  ...pieces("code", packageText(["zod", "yaml"], /\.(js|ts)$/, 90_000)),
  ...pieces("JSON", packageText(["zod", "ai", "react", "vite"], /package\.json$/, 60_000)),
  ...pieces("tables", tables(60)),
  ...pieces("lists", lists(40)),
  ...LANGUAGES.flatMap(([kind, locale]) => pieces(kind, localeText(locale), 400)),
];

const LANGUAGES = [
  ["German", "de"],
  ["French", "fr"],
  ["Spanish", "es"],
  ["Polish", "pl"],
  ["Turkish", "tr"],
  ["Vietnamese", "vi"],
  ["Russian", "ru"],
  ["Greek", "el"],
  ["Arabic", "ar"],
  ["Hebrew", "he"],
  ["Hindi", "hi"],
  ["Thai", "th"],
  ["Japanese", "ja"],
  ["Korean", "ko"],
  ["Chinese", "zh-CN"],
] as const;

const SIZE = 1500;

const pieces = (kind: string, text: string, size = SIZE): Sample[] =>
  Array.from({ length: Math.max(1, Math.floor(text.length / size)) }, (_, index) => ({
    kind,
    text: text.slice(index * size, (index + 1) * size),
  }));

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
const localeText = (locale: string): string => {
  const code = readFileSync(`node_modules/zod/v4/locales/${locale}.js`, "utf8");
  const texts = [...code.matchAll(/(["`])((?:(?!\1)[^\\\n])+)\1/g)]
    .map(([, , text = ""]) => text.replaceAll(/\$\{(?:[^{}]|\{[^{}]*\})*\}/g, "x"))
    .filter((text) => /\P{ASCII}/u.test(text) || /\p{L}+ \p{L}+ \p{L}+/u.test(text));
  return [...new Set(texts)].join(". ");
};
