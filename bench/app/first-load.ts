import { readdirSync, readFileSync, statSync } from "node:fs";
import { join, resolve } from "node:path";
import { gzipSync } from "node:zlib";
import type { Browser } from "@playwright/test";
import { openPage, untilInteractive } from "./open-browser.ts";

const assets = resolve(import.meta.dirname, "../../out/renderer/assets");

export type Size = { readonly raw: number; readonly packed: number };
export type FirstLoad = { readonly scripts: Size; readonly styles: Size; readonly fonts: Size };

/** What the browser fetched until the window was usable. */
export const measureFirstLoad = async (browser: Browser, url: string): Promise<FirstLoad> => {
  const page = await openPage(browser);
  const fetched = new Set<string>();
  page.on("request", (request) => fetched.add(new URL(request.url()).pathname));
  await page.goto(url);
  await untilInteractive(page);
  await page.context().close();
  const files = [...fetched].flatMap((path) => (path.startsWith("/assets/") ? [path.slice(8)] : []));
  const of = (ending: string) => sizeOf(files.filter((file) => file.endsWith(ending)));
  return { scripts: of(".js"), styles: of(".css"), fonts: of(".woff2") };
};

/** The large parts that are fetched on first use. */
export const partsOnDemand = (): readonly { part: string; file: string; size: Size }[] => [
  // The bundler names it after its first user, so it is identified by its content.
  partOf("Monaco", (file) => read(file).includes("createDiffEditor")),
  partOf("mermaid", (file) => /^diagram-.{8}\.js$/.test(file)),
  partOf("math", (file) => /^math-.{8}\.js$/.test(file)),
];

const partOf = (part: string, isIt: (file: string) => boolean) => {
  const scripts = readdirSync(assets).filter((file) => file.endsWith(".js"));
  const largestFirst = scripts.toSorted(
    (a, b) => statSync(join(assets, b)).size - statSync(join(assets, a)).size,
  );
  const file = largestFirst.find(isIt);
  if (!file) throw new Error(`There is no chunk for ${part} in ${assets}.`);
  return { part, file, size: sizeOf(withImports(file)) };
};

const read = (file: string): string => readFileSync(join(assets, file), "utf8");

/** A chunk and the chunks that it requires. */
const withImports = (file: string, seen = new Set<string>()): readonly string[] => {
  if (seen.has(file)) return [];
  seen.add(file);
  for (const [, next = ""] of read(file).matchAll(/(?:from|import)"\.\/([^"]+\.js)"/g))
    withImports(next, seen);
  return [...seen].filter((name) => !name.startsWith("index-"));
};

const sizeOf = (files: readonly string[]): Size => {
  const contents = files.map((file) => readFileSync(join(assets, file)));
  return {
    raw: contents.reduce((sum, { length }) => sum + length, 0),
    packed: contents.reduce((sum, content) => sum + gzipSync(content).length, 0),
  };
};
