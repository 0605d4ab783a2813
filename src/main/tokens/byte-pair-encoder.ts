import { cutPieceEnds } from "./cut-piece-ends.ts";
import type { Encoder } from "./encoder.ts";
import type { Stop } from "./merge-piece.ts";
import { createPieceCounter, type PieceBoundaries, type PieceCounter } from "./piece-counter.ts";
import type { RankTable } from "./rank-table.ts";
import type { PieceSplitter } from "./split-pieces.ts";
import { createUnitWindow, partEnd, unitsOf } from "./text-units.ts";

/** A piece of at least this many UTF-16 units is cut without counting again. */
const LONG_PIECE = 256;
/** A piece depends on at most this many units before it. */
const LOOK_BACK = 8;

/** Pieces between two checks of the stop signal. */
const STOP_EVERY = 4096;

/** UTF-16 units that are read at a time to count: they stay in the processor's cache. A longer piece gets more. */
const WINDOW = 2 ** 14;

/**
 * Counts and cuts by byte pair encoding. Text such as `<|endoftext|>` is treated as ordinary text.
 *
 * A cut is the last place where a token and a character end and the text before it, counted again, has at
 * most as many tokens as the limit. Counting again matters: a splitter looks ahead, so the shorter text may
 * be split into different pieces near its end. Only those are counted again. Inside a piece this is not
 * necessary: merges never cross the end of a final token, so the tokens before it are the tokens of that
 * prefix.
 *
 * In a long piece nothing is counted again, since that would be quadratic in its length. A cut is made there
 * only where the shorter text splits at ends of tokens, so that their sum is known.
 */
export const createBytePairEncoder = (table: RankTable, splitter: PieceSplitter): Encoder => {
  const pieces = createPieceCounter(table);

  const walk = (
    units: Uint16Array,
    from: number,
    end: number,
    stop: Stop,
    each: (from: number, to: number) => void,
  ) => {
    let untilStop = STOP_EVERY;
    for (let at = from; at < end;) {
      if (--untilStop === 0) {
        stop();
        untilStop = STOP_EVERY;
      }
      const to = splitter.next(units, at, end);
      each(at, to);
      at = to;
    }
  };

  /** Reads a text once, to cut it at any number of limits. */
  const cutter = (text: string, stop: Stop) => {
    const units = unitsOf(text);
    const longPieces = new Map<number, LongPiece>();
    const keepLong = (piece: number, from: number, to: number): number => {
      const boundaries = pieces.boundaries(units, from, to, stop);
      longPieces.set(piece, longPieceOf(text, from, to, boundaries, splitter));
      return boundaries.tokens.at(-1) ?? 0;
    };
    // For each piece: its end, the tokens up to there, and how far the splitter has looked ahead by then.
    const ends: number[] = [];
    const sums: number[] = [];
    const reaches: number[] = [];
    let tokens = 0;
    let exact = true;
    walk(units, 0, text.length, stop, (from, to) => {
      const reach = Math.max(splitter.reach, reaches.at(-1) ?? 0);
      tokens +=
        to - from < LONG_PIECE ? pieces.count(units, from, to, stop) : keepLong(ends.length, from, to);
      exact &&= pieces.isExact(units, from, to);
      ends.push(to);
      sums.push(tokens);
      reaches.push(reach);
    });

    const startOf = (piece: number) => (piece > 0 ? (ends[piece - 1] as number) : 0);
    const tokensBefore = (piece: number) => (piece > 0 ? (sums[piece - 1] as number) : 0);

    let latest: { piece: number; boundaries: PieceBoundaries & { cuts?: undefined } } | null = null;
    const boundariesOf = (piece: number) => {
      if (latest?.piece !== piece) {
        const boundaries = pieces.boundaries(units, startOf(piece), ends[piece] as number, stop);
        latest = { piece, boundaries };
      }
      return latest.boundaries;
    };

    /** Tokens of the text before `cut`, which ends `inPiece` tokens into `piece`. */
    const recount = (cut: number, piece: number, inPiece: number): number => {
      const first = firstAbove(reaches, cut);
      let sum = tokensBefore(first);
      walk(units, startOf(first), cut, stop, (from, to) => {
        sum += from === startOf(piece) && to === cut ? inPiece : pieces.count(units, from, to, stop);
      });
      return sum;
    };

    const cutAt = (limit: number): number => {
      if (tokens <= limit) return text.length;
      for (let piece = firstAbove(sums, limit); piece >= 0; piece--) {
        const long = longPieces.get(piece);
        const { offsets, tokens: counts, cuts } = long ?? boundariesOf(piece);
        const fitting = firstAbove(counts, limit - tokensBefore(piece)) - 1;
        const known = cuts?.[fitting] ?? -1;
        if (known >= 0) return known;
        const countable = long ? firstAbove(offsets, startOf(piece) + LOOK_BACK) - 1 : fitting;
        for (let i = Math.min(fitting, countable); i >= 0; i--) {
          const cut = offsets[i] as number;
          if (recount(cut, piece, counts[i] as number) <= limit) return cut;
        }
      }
      return 0;
    };

    return { tokens, exact, cutAt };
  };

  return {
    count: createTextCounter(splitter, pieces),

    cut: (text, limits, stop) => {
      const { tokens, exact, cutAt } = cutter(text, stop);
      return { tokens, exact, offsets: limits.map(cutAt) };
    },

    table: (text, stop) => {
      const { tokens, exact, cutAt } = cutter(text, stop);
      return { tokens, exact, table: Uint32Array.from({ length: tokens + 1 }, (_, limit) => cutAt(limit)) };
    },
  };
};

/** Counts without keeping where pieces end. */
const createTextCounter = (splitter: PieceSplitter, pieces: PieceCounter): Encoder["count"] => {
  const window = createUnitWindow(WINDOW);
  return (text, stop) => {
    let tokens = 0;
    let exact = true;
    let untilStop = STOP_EVERY;
    let size = WINDOW;
    for (let start = 0; start < text.length;) {
      const end = partEnd(text, start, size) - start;
      const units = window.fill(text, start, start + end);
      const isLast = start + end === text.length;
      let at = 0;
      while (at < end) {
        const to = splitter.next(units, at, end);
        // What comes after the window may change this piece.
        if (splitter.reach > end && !isLast) break;
        tokens += pieces.count(units, at, to, stop);
        if (to - at >= LONG_PIECE) exact &&= pieces.isExact(units, at, to);
        at = to;
        if (--untilStop > 0) continue;
        stop();
        untilStop = STOP_EVERY;
      }
      start += at;
      size = at > 0 ? WINDOW : size * 2;
    }
    return { tokens, exact };
  };
};

/** For each token of a piece, the last allowed cut up to its end; -1 where there is none. */
type LongPiece = PieceBoundaries & { readonly cuts: Int32Array };

const longPieceOf = (
  text: string,
  from: number,
  to: number,
  { offsets, tokens }: PieceBoundaries,
  { hasCapitals }: PieceSplitter,
): LongPiece => {
  const ends = cutPieceEnds(text, from, to, offsets, hasCapitals);
  const isTokenEnd = new Set(offsets);
  const cuts = new Int32Array(offsets.length);
  let last = -1;
  for (const [index, offset] of offsets.entries()) {
    const end = ends[index] as number;
    if (offset - from > LOOK_BACK && (end === offset || isTokenEnd.has(end))) last = offset;
    cuts[index] = last;
  }
  return { offsets, tokens, cuts };
};

/** Index of the first value above the limit in an ascending list; the list's length when there is none. */
const firstAbove = (rising: readonly number[], limit: number): number => {
  let low = 0;
  let high = rising.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rising[middle] as number) > limit) high = middle;
    else low = middle + 1;
  }
  return low;
};
