import { createBytePieceCache, MAX_CACHED_PIECE_BYTES } from "./byte-piece-cache.ts";
import { createPieceMerger, MAX_SHORT_PIECE, type Stop } from "./merge-piece.ts";
import type { RankTable } from "./rank-table.ts";
import { createShortPieceMemo, MAX_SHORT_UNITS } from "./short-piece-memo.ts";

/** A longer piece is counted in blocks, each exactly; a seam can cost a few tokens. */
export const MAX_EXACT_PIECE_BYTES = 4 * 1024 * 1024;
const BLOCK = 1024 * 1024;

export type PieceCounter = {
  /** Tokens of the piece `from` to `to`. */
  count(units: Uint16Array, from: number, to: number, stop: Stop): number;
  /**
   * The offsets inside the piece where both a token and a character end, as UTF-16 offsets in the text, and
   * how many tokens of the piece come before each. The end of the piece is the last.
   */
  boundaries(units: Uint16Array, from: number, to: number, stop: Stop): PieceBoundaries;
  /** Whether this piece is counted in one block. */
  isExact(units: Uint16Array, from: number, to: number): boolean;
};
export type PieceBoundaries = { readonly offsets: readonly number[]; readonly tokens: readonly number[] };

export const createPieceCounter = (table: RankTable): PieceCounter => {
  const cache = createBytePieceCache();
  const memo = createShortPieceMemo();
  const merger = createPieceMerger(table);
  let bytes = Buffer.alloc(4096);

  const encode = (units: Uint16Array, from: number, to: number): number => {
    const most = (to - from) * 3;
    if (bytes.length < most) bytes = Buffer.alloc(2 ** Math.ceil(Math.log2(most)));
    return writeUtf8(units, from, to, bytes);
  };

  const countBlocks = (length: number, stop: Stop): number => {
    let tokens = 0;
    for (const [from, to] of blocksOf(bytes, length)) tokens += merger.merge(bytes, from, to, stop);
    return tokens;
  };

  /** Counts the first bytes of the buffer. */
  const countBytes = (length: number, stop: Stop): number => {
    if (length === 1 || table.find(bytes, 0, length) >= 0) return 1;
    if (length > MAX_CACHED_PIECE_BYTES) return countBlocks(length, stop);
    const known = cache.get(bytes, length);
    if (known > 0) return known;
    const tokens =
      length <= MAX_SHORT_PIECE ? merger.countShort(bytes, 0, length) : merger.merge(bytes, 0, length, stop);
    cache.set(bytes, length, tokens);
    return tokens;
  };

  return {
    count: (units, from, to, stop) => {
      if (to - from > MAX_SHORT_UNITS) return countBytes(encode(units, from, to), stop);
      const remembered = memo.get(units, from, to);
      if (remembered > 0) return remembered;
      const tokens = countBytes(encode(units, from, to), stop);
      memo.set(units, from, to, tokens);
      return tokens;
    },
    boundaries: (units, from, to, stop) => {
      const length = encode(units, from, to);
      if (length === 1 || table.find(bytes, 0, length) >= 0) return { offsets: [to], tokens: [1] };
      const tokenEnds: number[] = [];
      for (const [start, end] of blocksOf(bytes, length)) {
        merger.merge(bytes, start, end, stop);
        for (let at = 0; at < end - start;) {
          at = merger.after(at);
          tokenEnds.push(start + at);
        }
      }
      return alignToCharacters(units, from, to, tokenEnds);
    },
    isExact: (units, from, to) =>
      to - from <= MAX_EXACT_PIECE_BYTES / 3 || encode(units, from, to) <= MAX_EXACT_PIECE_BYTES,
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
const writeUtf8 = (units: Uint16Array, from: number, to: number, bytes: Uint8Array): number => {
  let used = 0;
  for (let at = from; at < to; at++) {
    const unit = units[at] as number;
    if (unit < 0x80) {
      bytes[used++] = unit;
    } else if (unit < 0x800) {
      bytes[used++] = 0xc0 | (unit >> 6);
      bytes[used++] = 0x80 | (unit & 0x3f);
    } else if (isPair(units, at, to)) {
      const codePoint = ((unit - 0xd800) << 10) + ((units[++at] as number) - 0xdc00) + 0x10000;
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

const isPair = (units: Uint16Array, at: number, to: number): boolean =>
  ((units[at] as number) & 0xfc00) === 0xd800 &&
  at + 1 < to &&
  ((units[at + 1] as number) & 0xfc00) === 0xdc00;

const alignToCharacters = (
  units: Uint16Array,
  from: number,
  to: number,
  tokenEnds: readonly number[],
): PieceBoundaries => {
  const offsets: number[] = [];
  const tokens: number[] = [];
  let passed = 0;
  let byte = 0;
  for (let at = from; at < to;) {
    const unit = units[at] as number;
    const pair = isPair(units, at, to);
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
