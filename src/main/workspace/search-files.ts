import { readFile } from "node:fs/promises";
import { setImmediate } from "node:timers/promises";
import type { Signal } from "#shared/contract/index.ts";
import { cutMiddle } from "../base/cut-text.ts";
import type { IgnoreRules } from "./ignore-rules.ts";
import { MAX_EDITABLE_BYTES } from "./read-file.ts";
import { fromRoot, type Root, type Roots } from "./roots.ts";
import { decodeText } from "./text-format.ts";
import { walkFiles } from "./walk.ts";

export type SearchHit = {
  readonly path: string;
  readonly line: number;
  /** UTF-16 units from 1. */
  readonly column: number;
  readonly text: string;
};

export type SearchOptions = {
  readonly root: Root;
  readonly query: string;
  readonly caseSensitive: boolean;
  readonly limit: number;
  readonly signal?: Signal;
};

export type SearchResult = { hits: SearchHit[]; files: number; truncated: boolean };

/** Characters of a line that are shown around a hit. */
const MAX_SHOWN_CHARS = 240;

/** Every occurrence of the query, as plain text. Binary, ignored and oversized files are skipped. */
export const searchFiles = async (
  roots: Roots,
  rules: IgnoreRules,
  { root, query, caseSensitive, limit, signal }: SearchOptions,
): Promise<SearchResult> => {
  const hits: SearchHit[] = [];
  let files = 0;
  if (query === "") return { hits, files, truncated: false };
  const pattern = new RegExp(escapePattern(query), caseSensitive ? "gu" : "giu");
  for await (const file of walkFiles(roots, rules, { root, signal })) {
    if (file.bytes > MAX_EDITABLE_BYTES) continue;
    const bytes = await readFile(file.absolute).catch(() => null);
    const decoded = bytes && decodeText(bytes);
    if (decoded?.kind !== "text") continue;
    const found = hitsIn(decoded.text, pattern, limit - hits.length + 1);
    if (found.length > 0) files++;
    for (const hit of found) hits.push({ path: fromRoot(root, file.path), ...hit });
    if (hits.length > limit) return { hits: hits.slice(0, limit), files, truncated: true };
    if (signal?.aborted) throw signal.reason;
    // A file of 5 MB takes about 20 ms, so other work gets the thread between two files.
    await setImmediate();
  }
  return { hits, files, truncated: false };
};

const hitsIn = (text: string, pattern: RegExp, limit: number): Omit<SearchHit, "path">[] => {
  const hits: Omit<SearchHit, "path">[] = [];
  let line = 1;
  let lineStart = 0;
  // Computed once per line, not once per hit: a line can have megabytes and thousands of hits.
  let lineEnd = endOfLine(text, 0);
  for (const { index } of text.matchAll(pattern)) {
    while (lineEnd < index) {
      line++;
      lineStart = lineEnd + 1;
      lineEnd = endOfLine(text, lineStart);
    }
    hits.push({ line, column: index - lineStart + 1, text: lineAround(text, lineStart, lineEnd, index) });
    if (hits.length >= limit) break;
  }
  return hits;
};

const endOfLine = (text: string, from: number): number => {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
};

/** The line, or for a long line the part around the hit. */
const lineAround = (text: string, lineStart: number, lineEnd: number, index: number): string => {
  const from =
    lineEnd - lineStart <= MAX_SHOWN_CHARS ? lineStart : Math.max(lineStart, index - MAX_SHOWN_CHARS / 3);
  return cutMiddle(text, from, Math.min(lineEnd, from + MAX_SHOWN_CHARS)).replace(/\r$/, "");
};

const escapePattern = (text: string): string => text.replaceAll(/[\^$\\.*+?()[\]{}|/]/g, String.raw`\$&`);
