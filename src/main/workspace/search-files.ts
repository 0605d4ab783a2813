import { MAX_EDITABLE_BYTES } from "#shared/model/size-limit.ts";
import { setImmediate } from "node:timers/promises";
import type { Signal } from "#shared/contract/index.ts";
import type { Unread } from "#shared/model/unread.ts";
import { cutMiddle } from "../base/cut-text.ts";
import type { IgnoreRules } from "./ignore-rules.ts";
import { expandReplacement, finderOf, type FoundText } from "./find-in-text.ts";
import { sha256 } from "./read-file.ts";
import { fromRoot, type Root, type Roots } from "./roots.ts";
import { decodeText } from "./text-format.ts";
import { UnreadFiles } from "./unread.ts";
import { walkFiles } from "./walk.ts";

export type SearchHit = {
  readonly path: string;
  readonly line: number;
  /** UTF-16 units from 1. */
  readonly column: number;
  /** The line, or for a long line a part around the hit, and where the hit begins in it. */
  readonly text: string;
  readonly at: number;
  /** UTF-16 offsets in the text of the file. */
  readonly start: number;
  readonly end: number;
  /** What would take its place. */
  readonly insert?: string;
};

export type SearchOptions = {
  readonly root: Root;
  readonly query: string;
  readonly caseSensitive: boolean;
  readonly wholeWord?: boolean;
  /** The query is a regular expression. */
  readonly regex?: boolean;
  readonly replacement?: string | undefined;
  readonly limit: number;
  readonly signal?: Signal;
};

export type SearchResult = {
  hits: SearchHit[];
  files: number;
  truncated: boolean;
  /** Hash of each file with a hit. */
  bases: { path: string; hash: string }[];
  /** The other files were searched. */
  unread: Unread;
};

/** Characters of a line that are shown around a hit. */
const MAX_SHOWN_CHARS = 240;

/** Every occurrence of the query, as plain text. Binary, ignored and oversized files are skipped. */
export const searchFiles = async (
  roots: Roots,
  rules: IgnoreRules,
  options: SearchOptions,
): Promise<SearchResult> => {
  const { root, query, limit, signal } = options;
  const found: Omit<SearchResult, "unread"> = { hits: [], files: 0, truncated: false, bases: [] };
  const unread = new UnreadFiles();
  if (query === "") return { ...found, unread: unread.found };
  const find = finderOf({ wholeWord: false, regex: false, ...options });
  const onUnread = (path: string) => unread.add(fromRoot(root, path));
  for await (const file of walkFiles(roots, rules, { root, signal, onUnread })) {
    const path = fromRoot(root, file.path);
    if (file.bytes > MAX_EDITABLE_BYTES) continue;
    const bytes = await unread.read(path, file.absolute);
    const decoded = bytes && decodeText(bytes);
    if (decoded?.kind !== "text") continue;
    const places = find(decoded.text, limit - found.hits.length + 1);
    if (bytes && places.length > 0) {
      found.files++;
      found.bases.push({ path, hash: sha256(bytes) });
      for (const hit of hitsIn(decoded.text, places, options)) found.hits.push({ path, ...hit });
    }
    if (found.hits.length > limit) {
      return { ...found, hits: found.hits.slice(0, limit), truncated: true, unread: unread.found };
    }
    if (signal?.aborted) throw signal.reason;
    // A file of 5 MB takes about 20 ms, so other work gets the thread between two files.
    await setImmediate();
  }
  return { ...found, unread: unread.found };
};

const hitsIn = (
  text: string,
  places: readonly FoundText[],
  { regex, replacement }: Pick<SearchOptions, "regex" | "replacement">,
): Omit<SearchHit, "path">[] => {
  let line = 1;
  let lineStart = 0;
  // Computed once per line, not once per hit: a line can have megabytes and thousands of hits.
  let lineEnd = endOfLine(text, 0);
  return places.map(({ index, length, groups }) => {
    while (lineEnd < index) {
      line++;
      lineStart = lineEnd + 1;
      lineEnd = endOfLine(text, lineStart);
    }
    const whole = text.slice(index, index + length);
    return {
      line,
      column: index - lineStart + 1,
      ...lineAround(text, lineStart, lineEnd, index),
      start: index,
      end: index + length,
      ...(replacement !== undefined && {
        insert: regex ? expandReplacement(replacement, whole, groups) : replacement,
      }),
    };
  });
};

const endOfLine = (text: string, from: number): number => {
  const end = text.indexOf("\n", from);
  return end === -1 ? text.length : end;
};

/** The line, or for a long line the part around the hit. */
const lineAround = (
  text: string,
  lineStart: number,
  lineEnd: number,
  index: number,
): Pick<SearchHit, "text" | "at"> => {
  const from =
    lineEnd - lineStart <= MAX_SHOWN_CHARS ? lineStart : Math.max(lineStart, index - MAX_SHOWN_CHARS / 3);
  const shown = cutMiddle(text, from, Math.min(lineEnd, from + MAX_SHOWN_CHARS));
  // The cut may begin one unit earlier, at a whole character.
  const at = index - from + (shown.startsWith(text.slice(from, from + 1)) ? 0 : 1);
  return { text: shown.replace(/\r$/, ""), at };
};
