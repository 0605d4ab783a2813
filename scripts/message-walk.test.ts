import { existsSync, readFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { importsOf } from "./direction-check.ts";

const top = join(import.meta.dirname, "..");
const MAX_FILES = 40;

/** Between the two marks in docs/architecture.md. */
const walk = (): string[] => {
  const text = readFileSync(join(top, "docs", "architecture.md"), "utf8");
  const [, between = ""] = /<!-- walk -->([\s\S]*?)<!-- \/walk -->/.exec(text) ?? [];
  return [...between.matchAll(/`(src\/[^`]+)`/g)].map(([, path = ""]) => path);
};

const importedBy = (file: string): string[] =>
  importsOf(readFileSync(join(top, file), "utf8")).map((specifier) =>
    specifier.startsWith("#shared/")
      ? specifier.replace("#shared/", "src/shared/")
      : join(dirname(file), specifier).replaceAll("\\", "/"),
  );

it("names 20 to 40 files that exist, each once", () => {
  const files = walk();
  expect(files.length).toBeGreaterThan(20);
  expect(files.length).toBeLessThanOrEqual(MAX_FILES);
  expect(new Set(files).size).toBe(files.length);
  expect(files.filter((file) => !existsSync(join(top, file)))).toEqual([]);
});

it("does not lead back into composition code", () => {
  const composition = /^src\/main\/(?:project\/|create-core\.ts)|^src\/renderer\/app\//;
  expect(walk().filter((file) => composition.test(file))).toEqual([]);
});

it("connects each file with another one by an import", () => {
  const files = walk();
  const imports = new Map(files.map((file) => [file, new Set(importedBy(file))]));
  const isConnected = (file: string) =>
    files.some((other) => other !== file && (imports.get(other)?.has(file) || imports.get(file)?.has(other)));
  expect(files.filter((file) => !isConnected(file))).toEqual([]);
});
