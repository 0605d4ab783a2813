import type { Encoder } from "./encoder.ts";
import type { Stop } from "./merge-piece.ts";
import { createPieceCounter, type PieceBoundaries } from "./piece-counter.ts";
import type { RankTable } from "./rank-table.ts";
import type { PieceSplitter } from "./split-pieces.ts";

/** Pieces between two looks at the stop sign. */
const STOP_EVERY = 4096;

/**
 * Counts and cuts by byte pair encoding. Text such as `<|endoftext|>` is text like any other.
 *
 * A cut is the last place where a token and a character end and the text before it, counted anew, has at
 * most as many tokens as the limit. Counting anew matters: a splitter looks ahead, so the shorter text may
 * fall into other pieces near its end. Only those are counted again. Inside a piece nothing need be:
 * merges never cross the end of a final token, so the tokens before it are the tokens of that prefix.
 */
export const createBytePairEncoder = (table: RankTable, splitter: PieceSplitter): Encoder => {
  const pieces = createPieceCounter(table);

  const walk = (
    text: string,
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
      const to = splitter.next(text, at, end);
      each(at, to);
      at = to;
    }
  };

  return {
    count: (text, stop) => {
      let tokens = 0;
      let exact = true;
      walk(text, 0, text.length, stop, (from, to) => {
        tokens += pieces.count(text, from, to, stop);
        exact &&= pieces.isExact(text, from, to);
      });
      return { tokens, exact };
    },

    cut: (text, limits, stop) => {
      // Of each piece: its end, the tokens up to there, and how far the splitter has looked by then.
      const ends: number[] = [];
      const sums: number[] = [];
      const reaches: number[] = [];
      let tokens = 0;
      let exact = true;
      walk(text, 0, text.length, stop, (from, to) => {
        const reach = Math.max(splitter.reach, reaches.at(-1) ?? 0);
        tokens += pieces.count(text, from, to, stop);
        exact &&= pieces.isExact(text, from, to);
        ends.push(to);
        sums.push(tokens);
        reaches.push(reach);
      });

      const startOf = (piece: number) => (piece > 0 ? (ends[piece - 1] as number) : 0);
      const tokensBefore = (piece: number) => (piece > 0 ? (sums[piece - 1] as number) : 0);

      let known: { piece: number; boundaries: PieceBoundaries } | null = null;
      const boundariesOf = (piece: number): PieceBoundaries => {
        if (known?.piece !== piece) {
          const boundaries = pieces.boundaries(text, startOf(piece), ends[piece] as number, stop);
          known = { piece, boundaries };
        }
        return known.boundaries;
      };

      /** Tokens of the text before `cut`, which ends `inPiece` tokens into `piece`. */
      const recount = (cut: number, piece: number, inPiece: number): number => {
        const first = firstAbove(reaches, cut);
        let sum = tokensBefore(first);
        walk(text, startOf(first), cut, stop, (from, to) => {
          sum += from === startOf(piece) && to === cut ? inPiece : pieces.count(text, from, to, stop);
        });
        return sum;
      };

      const cutAt = (limit: number): number => {
        if (tokens <= limit) return text.length;
        for (let piece = firstAbove(sums, limit); piece >= 0; piece--) {
          const { offsets, tokens: counts } = boundariesOf(piece);
          for (let i = firstAbove(counts, limit - tokensBefore(piece)) - 1; i >= 0; i--) {
            const cut = offsets[i] as number;
            if (recount(cut, piece, counts[i] as number) <= limit) return cut;
          }
        }
        return 0;
      };

      return { tokens, exact, offsets: limits.map(cutAt) };
    },
  };
};

/** Index of the first value above the limit in a rising list; its length when there is none. */
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
