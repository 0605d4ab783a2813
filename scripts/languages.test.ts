import { globSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { FAILURES_BY_TOPIC } from "../src/renderer/ui/failure-help.ts";
import { de } from "../src/renderer/ui/messages/de.ts";
import { en } from "../src/renderer/ui/messages/en.ts";
import { es } from "../src/renderer/ui/messages/es.ts";
import { fr } from "../src/renderer/ui/messages/fr.ts";
import { ja } from "../src/renderer/ui/messages/ja.ts";
import type { Messages } from "../src/renderer/ui/messages/messages.ts";
import { zh } from "../src/renderer/ui/messages/zh.ts";

const top = join(import.meta.dirname, "..");
const codes: readonly string[] = Object.values(FAILURES_BY_TOPIC).flat();
const others: readonly (readonly [string, Messages])[] = Object.entries({ de, es, fr, ja, zh });

/** Every text of a table by its path; functions are left out. */
const textsOf = (part: unknown, path = ""): readonly (readonly [string, string])[] => {
  if (typeof part === "string") return [[path, part]];
  if (typeof part !== "object" || part === null) return [];
  return Object.entries(part).flatMap(([key, value]) => textsOf(value, `${path}/${key}`));
};

const pathsOf = (part: unknown, path = ""): readonly string[] =>
  typeof part === "object" && part !== null && !Array.isArray(part)
    ? Object.entries(part).flatMap(([key, value]) => pathsOf(value, `${path}/${key}`))
    : [`${path} ${typeof part}`];

const coreSource = (): string =>
  globSync("src/**/*.ts", { cwd: top, exclude: ["**/*.test.ts", "src/renderer/ui/messages/**"] })
    .map((file) => readFileSync(join(top, file), "utf8"))
    .join("\n");

const withoutFailures = (table: Messages) => ({ ...table, failures: {} });

describe.each(others)("the words in %s", (_, table) => {
  it("have the same keys as the English ones, and no key of their own", () => {
    expect(pathsOf(withoutFailures(table))).toEqual(pathsOf(withoutFailures(en)));
  });

  it("have a sentence for every code of a failure, and for none that is gone", () => {
    const { failures } = table;
    expect(codes.filter((code) => !Object.hasOwn(failures, code))).toEqual([]);
    const source = coreSource();
    expect(Object.keys(failures).filter((code) => !source.includes(`"${code}"`))).toEqual([]);
    const odd = Object.entries(failures).filter(
      ([, sentence]) => sentence.trim() === "" || /[{}]/.test(sentence.replaceAll(/\{[a-zA-Z]+\}/g, "")),
    );
    expect(odd).toEqual([]);
  });

  it("leave no sentence in English, and none empty", () => {
    const english = new Map(textsOf(withoutFailures(en)));
    const left = textsOf(withoutFailures(table)).filter(
      ([path, text]) =>
        text === english.get(path) && !path.endsWith("/command") && /\p{L}+ \p{L}+ \p{L}+/u.test(text),
    );
    expect(left).toEqual([]);
    const empty = textsOf(withoutFailures(table)).filter(
      ([path, text]) => (text === "") !== (english.get(path) === ""),
    );
    expect(empty).toEqual([]);
  });
});
