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
  let at = 0;
  for await (const { text, isEnded } of linesIn(bytes, options.maxLineBytes ?? MAX_WHOLE_BYTES)) {
    at += 1;
    if (text === null) yield { kind: "problem", line: at, code: "broken-line" };
    else if (text.trim() !== "") yield* parsedLine(at, text, isEnded, options.firstKeys);
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

function* parsedLine(
  line: number,
  raw: string,
  isEnded: boolean,
  firstKeys: readonly string[],
): Generator<JsonLine> {
  const hasNul = raw.includes("\0");
  const text = (hasNul ? raw.replaceAll("\0", "") : raw).replace(/^\uFEFF/, "");
  if (hasNul) yield { kind: "problem", line, code: "nul-bytes" };
  if (text.trim() === "") return;
  const whole = parsed(text);
  if (whole !== undefined) return yield* value(line, whole, text);
  const found = gluedIn(text, firstKeys);
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

/** Characters that are parsed again for one line, so that a hostile line does not take forever. */
const MAX_TRIED_CHARS = 64 * 1024 * 1024;

/** Every whole object in a line that is not one, each beginning with a key of the format. */
const gluedIn = (text: string, firstKeys: readonly string[]): readonly unknown[] => {
  const found: unknown[] = [];
  const places = beginningsIn(text, firstKeys);
  let tried = 0;
  let start = 0;
  for (let at = 0; at < places.length; at += 1) {
    const place = places[at] ?? 0;
    if (place < start) continue;
    // As long as possible first: an object may contain what looks like a beginning.
    for (let to = places.length; to > at; to -= 1) {
      const end = places[to] ?? text.length;
      tried += end - place;
      if (tried > MAX_TRIED_CHARS) return found;
      const value = parsed(text.slice(place, end));
      if (value === undefined) continue;
      found.push(value);
      start = end;
      break;
    }
  }
  return found;
};

const beginningsIn = (text: string, firstKeys: readonly string[]): readonly number[] => {
  const keys = firstKeys.map((key) => key.replaceAll(/[^\w]/g, "\\$&")).join("|");
  return [...text.matchAll(new RegExp(`\\{"(?:${keys})":`, "g"))].map(({ index }) => index).slice(0, 1_000);
};

const parsed = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return undefined;
  }
};
