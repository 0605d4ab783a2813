import { MAX_WHOLE_BYTES } from "./source-files.ts";

/** One line of a file with a JSON object per line, or what is wrong with it. Lines count from 1. */
export type JsonLine =
  | { readonly kind: "value"; readonly line: number; readonly value: unknown }
  | { readonly kind: "problem"; readonly line: number; readonly code: LineProblem };

export type LineProblem =
  | "broken-line"
  | "cut-off-line"
  | "glued-lines"
  | "nul-bytes"
  | "lone-surrogate"
  | "unknown-content";

export type JsonLinesOptions = {
  /** Keys with which an object of this format begins, to find the next object on the same line. */
  readonly firstKeys: readonly string[];
  readonly maxLineBytes?: number;
};

/**
 * Reads one JSON object per line; `\n` or `\r\n` ends a line, nothing else. A bad line costs itself. A writer that
 * was killed leaves half a line, and the next one is glued to it: what begins later in such a line is tried, too.
 */
export async function* jsonLines(
  bytes: AsyncIterable<Uint8Array>,
  options: JsonLinesOptions,
): AsyncGenerator<JsonLine> {
  const keys = options.firstKeys.map((key) => key.replaceAll(/[^\w]/g, "\\$&")).join("|");
  const beginning = new RegExp(`\\{"(?:${keys})":`, "g");
  let at = 0;
  for await (const { text, isEnded } of linesIn(bytes, options.maxLineBytes ?? MAX_WHOLE_BYTES)) {
    at += 1;
    if (text === null) yield { kind: "problem", line: at, code: "broken-line" };
    else if (text.trim() !== "") yield* parsedLine(at, text, isEnded, beginning);
  }
}

type Line = {
  /** Null: too long to be held as one string. */
  readonly text: string | null;
  readonly isEnded: boolean;
};

const NEWLINE = 0x0a;

/** All lines of a file; a line that is too long is skipped. */
export async function* linesIn(
  bytes: AsyncIterable<Uint8Array>,
  maxBytes: number = MAX_WHOLE_BYTES,
): AsyncGenerator<Line> {
  let parts: Buffer[] = [];
  let size = 0;
  const keep = (part: Buffer) => {
    size += part.length;
    if (size > maxBytes) parts = [];
    else parts.push(part);
  };
  const take = (isEnded: boolean): Line => {
    const text = size > maxBytes ? null : Buffer.concat(parts).toString("utf8");
    parts = [];
    size = 0;
    return { text, isEnded };
  };
  for await (const some of bytes) {
    const chunk = Buffer.from(some.buffer, some.byteOffset, some.byteLength);
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end >= 0; end = chunk.indexOf(NEWLINE, start)) {
      keep(chunk.subarray(start, end));
      yield take(true);
      start = end + 1;
    }
    if (start < chunk.length) keep(chunk.subarray(start));
  }
  if (size > 0) yield take(false);
}

function* parsedLine(line: number, raw: string, isEnded: boolean, beginning: RegExp): Generator<JsonLine> {
  const hasNul = raw.includes("\0");
  const text = (hasNul ? raw.replaceAll("\0", "") : raw).replace(/^\uFEFF/, "");
  if (hasNul) yield { kind: "problem", line, code: "nul-bytes" };
  if (text.trim() === "") return;
  const whole = parsed(text);
  if (whole !== undefined) return yield* value(line, whole, text);
  const found = gluedIn(text, beginning);
  if (found.length > 0) {
    yield { kind: "problem", line, code: "glued-lines" };
    for (const each of found) yield* value(line, each, text);
  } else yield { kind: "problem", line, code: isEnded ? "broken-line" : "cut-off-line" };
}

/** Half a character can only come from an escape, which most lines do not have. */
function* value(line: number, given: unknown, text: string): Generator<JsonLine> {
  if (/\\u[dD][89a-fA-F]/.test(text) && hasLoneSurrogate(text))
    yield { kind: "problem", line, code: "lone-surrogate" };
  yield { kind: "value", line, value: given };
}

const hasLoneSurrogate = (text: string): boolean =>
  /\\u[dD][89aAbB][0-9a-fA-F]{2}(?!\\u[dD][c-fC-F])/.test(text) ||
  /(?<!\\u[dD][89aAbB][0-9a-fA-F]{2})\\u[dD][c-fC-F][0-9a-fA-F]{2}/.test(text);

/** Characters that are looked through again for one line, so that a hostile line does not take forever. */
const MAX_TRIED_CHARS = 64 * 1024 * 1024;

/** Every whole object in a line that is not one, each beginning with a key of the format. */
const gluedIn = (text: string, beginning: RegExp): readonly unknown[] => {
  const found: unknown[] = [];
  let tried = 0;
  let from = 0;
  for (const { index } of text.matchAll(beginning)) {
    if (index < from) continue;
    const end = endOfObject(text, index);
    tried += (end ?? text.length) - index;
    if (tried > MAX_TRIED_CHARS) return found;
    const value = end === null ? undefined : parsed(text.slice(index, end));
    if (end === null || value === undefined) continue;
    found.push(value);
    from = end;
  }
  return found;
};

/** The place after the bracket that closes the one at `start`; null when none does. */
const endOfObject = (text: string, start: number): number | null => {
  let depth = 0;
  for (let at = start; at < text.length; at += 1) {
    const char = text.charCodeAt(at);
    if (char === 0x22) {
      at = endOfString(text, at + 1);
      if (at < 0) return null;
    } else if (char === 0x7b || char === 0x5b) depth += 1;
    else if (char === 0x7d || char === 0x5d) {
      depth -= 1;
      if (depth === 0) return at + 1;
    }
  }
  return null;
};

/** The place of the quote that ends a string; -1 when it does not end. */
const endOfString = (text: string, from: number): number => {
  for (let at = text.indexOf('"', from); at >= 0; at = text.indexOf('"', at + 1)) {
    let before = at - 1;
    while (text[before] === "\\" && before >= from) before -= 1;
    if ((at - 1 - before) % 2 === 0) return at;
  }
  return -1;
};

const parsed = (text: string): unknown => {
  // An error is slow to make, and most broken lines do not even begin like a value.
  if (!/^\s*[{["\d\-tfn]/.test(text)) return undefined;
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};
