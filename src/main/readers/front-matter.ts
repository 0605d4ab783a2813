import { parse } from "yaml";
import type { FileSet, ListedFile } from "./file-set.ts";

/** The block between two lines of `---` at the very top, as YAML. */
export type Front =
  | { readonly kind: "none" }
  | { readonly kind: "invalid" }
  | { readonly kind: "values"; readonly values: ReadonlyMap<string, unknown> };

/** A longer block is not front matter; YAML is parsed on the main thread. */
const MAX_CHARS = 16 * 1024;

const BLOCK = /^\uFEFF?---[ \t]*\r?\n([\s\S]*?)(?:^|\n)---[ \t]*(?:\r?\n|$)/;

/** Of a file that stays the same while others are edited, it is parsed once. */
const parsed = new WeakMap<ListedFile, Front>();

export const frontIn = (files: FileSet, path: string): Front => {
  const file = files.get(path);
  if (!file) return { kind: "none" };
  const known = parsed.get(file);
  if (known) return known;
  const front = frontOf(file.text ?? "");
  parsed.set(file, front);
  return front;
};

const frontOf = (text: string): Front => {
  if (!/^\uFEFF?---[ \t]*\r?\n/.test(text)) return { kind: "none" };
  const block = BLOCK.exec(text.slice(0, MAX_CHARS))?.[1];
  if (block === undefined) return { kind: "none" };
  try {
    const value: unknown = parse(quoteGlobs(block), { maxAliasCount: 20 });
    if (value === null || value === undefined) return { kind: "values", values: new Map() };
    if (typeof value !== "object" || Array.isArray(value)) return { kind: "invalid" };
    return { kind: "values", values: new Map(Object.entries(value)) };
  } catch {
    return { kind: "invalid" };
  }
};

/** A bare `*.ts` is an alias in YAML, but people write it and the programs take it. */
const quoteGlobs = (block: string): string =>
  block.replaceAll(/^([ \t]*(?:globs|applyTo|paths)[ \t]*:[ \t]+)(\*[^\r\n"']*)$/gm, '$1"$2"');

export const valueOf = (front: Front, key: string): unknown =>
  front.kind === "values" ? front.values.get(key) : undefined;

/** A list, or a text with commas. */
export const listOf = (value: unknown): readonly string[] => {
  const parts = Array.isArray(value) ? value : typeof value === "string" ? value.split(",") : [];
  return parts.flatMap((part) => (typeof part === "string" && part.trim() !== "" ? [part.trim()] : []));
};

export const textOf = (value: unknown): string => (typeof value === "string" ? value.trim() : "");
