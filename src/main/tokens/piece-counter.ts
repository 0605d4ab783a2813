import { createPieceCache } from "./piece-cache.ts";
import { createPieceMerger, type Stop } from "./merge-piece.ts";
import type { RankTable } from "./rank-table.ts";

/** A longer piece is counted in blocks, each exactly; a seam can cost a few tokens. */
export const MAX_EXACT_PIECE_BYTES = 4 * 1024 * 1024;
const BLOCK = 1024 * 1024;
/** Longer pieces are rare, and caching them would cost more than merging them. */
const MAX_CACHED_PIECE_BYTES = 1024;
const CACHED_PIECES = 100_000;

export type PieceCounter = {
  /** Tokens of the piece `from` to `to`. */
  count(text: string, from: number, to: number, stop: Stop): number;
  /**
   * The offsets inside the piece where both a token and a character end, as UTF-16 offsets in the text, and
   * how many tokens of the piece come before each. The end of the piece is the last.
   */
  boundaries(text: string, from: number, to: number, stop: Stop): PieceBoundaries;
  /** Whether this piece is counted in one block. */
  isExact(text: string, from: number, to: number): boolean;
};
export type PieceBoundaries = { readonly offsets: readonly number[]; readonly tokens: readonly number[] };

export const createPieceCounter = (table: RankTable): PieceCounter => {
  const cache = createPieceCache(CACHED_PIECES);
  const merger = createPieceMerger(table);
  let bytes = Buffer.alloc(4096);

  const encode = (text: string, from: number, to: number): number => {
    const most = (to - from) * 3;
    if (bytes.length < most) bytes = Buffer.alloc(2 ** Math.ceil(Math.log2(most)));
    return writeUtf8(text, from, to, bytes);
  };

  const countBlocks = (length: number, stop: Stop): number => {
    let tokens = 0;
    for (const [from, to] of blocksOf(bytes, length)) tokens += merger.merge(bytes, from, to, stop);
    return tokens;
  };

  return {
    count: (text, from, to, stop) => {
      const length = encode(text, from, to);
      if (length === 1 || table.find(bytes, 0, length) >= 0) return 1;
      if (length > MAX_CACHED_PIECE_BYTES) return countBlocks(length, stop);
      // A copy of the bytes, not a slice of the text: a slice would keep the whole text in memory.
      const key = bytes.toString("latin1", 0, length);
      const known = cache.get(key);
      if (known !== undefined) return known;
      const tokens = merger.merge(bytes, 0, length, stop);
      cache.set(key, tokens);
      return tokens;
    },
    boundaries: (text, from, to, stop) => {
      const length = encode(text, from, to);
      if (length === 1 || table.find(bytes, 0, length) >= 0) return { offsets: [to], tokens: [1] };
      const tokenEnds: number[] = [];
      for (const [start, end] of blocksOf(bytes, length)) {
        merger.merge(bytes, start, end, stop);
        for (let at = 0; at < end - start;) {
          at = merger.after(at);
          tokenEnds.push(start + at);
        }
      }
      return alignToCharacters(text, from, to, tokenEnds);
    },
    isExact: (text, from, to) =>
      to - from <= MAX_EXACT_PIECE_BYTES / 3 || encode(text, from, to) <= MAX_EXACT_PIECE_BYTES,
  };
};

/** The whole piece when it is short enough, otherwise blocks that end between characters. */
function* blocksOf(bytes: Uint8Array, length: number): Generator<readonly [from: number, to: number]> {
  if (length <= MAX_EXACT_PIECE_BYTES) {
    yield [0, length];
    return;
  }
  for (let from = 0; from < length;) {
    let to = Math.min(length, from + BLOCK);
    while (to < length && ((bytes[to] as number) & 0xc0) === 0x80) to--;
    yield [from, to];
    from = to;
  }
}

/** Encodes as TextEncoder does: lone surrogates become U+FFFD. */
const writeUtf8 = (text: string, from: number, to: number, bytes: Uint8Array): number => {
  let used = 0;
  for (let at = from; at < to; at++) {
    const unit = text.charCodeAt(at);
    if (unit < 0x80) {
      bytes[used++] = unit;
    } else if (unit < 0x800) {
      bytes[used++] = 0xc0 | (unit >> 6);
      bytes[used++] = 0x80 | (unit & 0x3f);
    } else if (isPair(text, at, to)) {
      const codePoint = text.codePointAt(at++) as number;
      bytes[used++] = 0xf0 | (codePoint >> 18);
      bytes[used++] = 0x80 | ((codePoint >> 12) & 0x3f);
      bytes[used++] = 0x80 | ((codePoint >> 6) & 0x3f);
      bytes[used++] = 0x80 | (codePoint & 0x3f);
    } else {
      const whole = (unit & 0xf800) === 0xd800 ? 0xfffd : unit;
      bytes[used++] = 0xe0 | (whole >> 12);
      bytes[used++] = 0x80 | ((whole >> 6) & 0x3f);
      bytes[used++] = 0x80 | (whole & 0x3f);
    }
  }
  return used;
};

const isPair = (text: string, at: number, to: number): boolean =>
  (text.charCodeAt(at) & 0xfc00) === 0xd800 && at + 1 < to && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;

const alignToCharacters = (
  text: string,
  from: number,
  to: number,
  tokenEnds: readonly number[],
): PieceBoundaries => {
  const offsets: number[] = [];
  const tokens: number[] = [];
  let passed = 0;
  let byte = 0;
  for (let at = from; at < to;) {
    const unit = text.charCodeAt(at);
    const pair = isPair(text, at, to);
    byte += unit < 0x80 ? 1 : unit < 0x800 ? 2 : pair ? 4 : 3;
    at += pair ? 2 : 1;
    while (passed < tokenEnds.length && (tokenEnds[passed] as number) < byte) passed++;
    if (tokenEnds[passed] !== byte) continue;
    passed++;
    offsets.push(at);
    tokens.push(passed);
  }
  return { offsets, tokens };
};
