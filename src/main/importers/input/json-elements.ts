import { MAX_WHOLE_BYTES } from "./source-files.ts";

/** One element of a JSON array, or the value itself when the file is not an array. */
export type JsonElement =
  | { readonly kind: "value"; readonly value: unknown; readonly bytes: number }
  /** It has an end, and is not JSON. */
  | { readonly kind: "broken"; readonly bytes: number }
  /** It is larger, or nests deeper, than anything that is held as a whole. */
  | { readonly kind: "refused"; readonly why: "too-large" | "too-deep"; readonly bytes: number }
  /** The file ended in the middle. */
  | { readonly kind: "cut"; readonly bytes: number };

/** Deeper ones are not conversations: even a tree of messages nests twice per message. */
const MAX_DEPTH = 20_000;

/**
 * Reads the elements of a JSON array one after the other. Only the current element is in memory. A file that is cut
 * off gives its whole elements, then `cut`; an element that is not JSON costs only itself.
 */
export async function* jsonElements(
  bytes: AsyncIterable<Uint8Array>,
  maxBytes: number = MAX_WHOLE_BYTES,
): AsyncGenerator<JsonElement> {
  const scanner = new ElementScanner(maxBytes);
  for await (const chunk of bytes) {
    yield* scanner.add(Buffer.from(chunk.buffer, chunk.byteOffset, chunk.byteLength));
    if (scanner.isDone) return;
  }
  yield* scanner.end();
}

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const COMMA = 0x2c;

/** Finds where elements begin and end, by brackets and quotes alone. */
class ElementScanner {
  readonly #maxBytes: number;
  /** The part of the current element from earlier chunks. */
  #parts: Buffer[] = [];
  #size = 0;
  #isInside = false;
  #isArray: boolean | null = null;
  /** Open brackets, the one of the array included. */
  #depth = 0;
  #deepest = 0;
  #isString = false;
  /** Backslashes directly before the place, in a string. */
  #backslashes = 0;
  isDone = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  *add(chunk: Buffer): Generator<JsonElement> {
    let start = 0;
    let at = 0;
    while (at < chunk.length && !this.isDone) {
      if (this.#isString) {
        at = this.#skipString(chunk, at);
        continue;
      }
      const byte = chunk[at] ?? 0;
      if (this.#isArray === null) {
        at += 1;
        if (isSpace(byte) || isMark(byte)) continue;
        this.#isArray = byte === 0x5b;
        this.#depth = 1;
        if (this.#isArray) continue;
        this.#isInside = true;
        start = at - 1;
        if (byte !== 0x7b) this.#depth = 0;
        this.#isString = byte === QUOTE;
        continue;
      }
      if (!this.#isInside) {
        if (byte === 0x5d) this.isDone = true;
        else if (!isSpace(byte) && byte !== COMMA && byte !== 0x7d) {
          this.#isInside = true;
          start = at;
          continue;
        }
        at += 1;
        continue;
      }
      const isEnd = this.#step(byte);
      // A number or a word ends before the comma or bracket, everything else with its own bracket.
      const end = isEnd === "before" ? at : at + 1;
      at = end;
      if (isEnd === null) continue;
      yield this.#take(chunk.subarray(start, end));
      if (!this.#isArray) this.isDone = true;
    }
    if (this.#isInside) this.#keep(chunk.subarray(start));
  }

  *end(): Generator<JsonElement> {
    if (this.isDone) return;
    if (this.#isInside && !this.#isArray && this.#depth === 0) yield this.#take(Buffer.alloc(0));
    else yield { kind: "cut", bytes: this.#size };
  }

  /** Reads one byte of the current element, outside strings. */
  #step(byte: number): "before" | "after" | null {
    const bottom = this.#isArray ? 1 : 0;
    if (byte === QUOTE) {
      this.#isString = true;
      this.#backslashes = 0;
      return null;
    }
    if (byte === 0x7b || byte === 0x5b) {
      this.#depth += 1;
      if (this.#depth > this.#deepest) this.#deepest = this.#depth;
      return null;
    }
    if (byte === 0x7d || byte === 0x5d) {
      if (this.#depth === bottom) return "before";
      this.#depth -= 1;
      return this.#depth === bottom ? "after" : null;
    }
    return byte === COMMA && this.#depth === bottom ? "before" : null;
  }

  /** Returns the place after the string's end, or after the chunk. */
  #skipString(chunk: Buffer, from: number): number {
    const quote = chunk.indexOf(QUOTE, from);
    const end = quote < 0 ? chunk.length : quote;
    let at = end - 1;
    while (at >= from && chunk[at] === BACKSLASH) at -= 1;
    const run = end - 1 - at;
    const backslashes = at < from ? this.#backslashes + run : run;
    if (quote < 0) {
      this.#backslashes = backslashes;
      return end;
    }
    this.#backslashes = 0;
    if (backslashes % 2 === 0) this.#isString = false;
    return quote + 1;
  }

  #keep(part: Buffer): void {
    this.#size += part.length;
    if (this.#size > this.#maxBytes) this.#parts = [];
    else this.#parts.push(part);
  }

  #take(last: Buffer): JsonElement {
    this.#keep(last);
    const [parts, bytes, deepest] = [this.#parts, this.#size, this.#deepest];
    this.#parts = [];
    this.#size = 0;
    this.#deepest = 0;
    this.#isInside = false;
    if (bytes > this.#maxBytes) return { kind: "refused", why: "too-large", bytes };
    if (deepest > MAX_DEPTH) return { kind: "refused", why: "too-deep", bytes };
    try {
      return { kind: "value", value: JSON.parse(Buffer.concat(parts).toString("utf8")), bytes };
    } catch {
      return { kind: "broken", bytes };
    }
  }
}

const isSpace = (byte: number): boolean => byte === 0x20 || byte === 0x0a || byte === 0x0d || byte === 0x09;
/** The bytes of a byte order mark. */
const isMark = (byte: number): boolean => byte === 0xef || byte === 0xbb || byte === 0xbf;
