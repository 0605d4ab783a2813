import { cutBySearch, tableBySearch } from "./cut-by-search.ts";
import type { Encoder } from "./encoder.ts";
import type { Stop } from "./merge-piece.ts";
import { createPieceCache } from "./piece-cache.ts";

/** Texts of up to this many UTF-16 units are counted at once, and therefore exactly. */
export const WHOLE_CHARS = 65_536;
/**
 * A text with a longer run of units without whitespace is counted in blocks, as no tokenizer is fast on one
 * long piece.
 */
export const WHOLE_RUN = 4_096;
const BLOCK_CHARS = 4_096;
/** Number of cached blocks, of up to 8 KB each. */
const KEPT_BLOCKS = 2_000;

/**
 * Counts with a tokenizer that processes a text at once and cannot be stopped; a longer text is therefore counted in
 * blocks that end between words. That costs at most one token per seam (a block has about a thousand), and the
 * count is marked as not exact.
 */
export const createBlockEncoder = (countWhole: (text: string) => number): Required<Encoder> => {
  const blocks = createPieceCache(KEPT_BLOCKS);

  const countBlock = (block: string): number => {
    const known = blocks.get(block);
    if (known !== undefined) return known;
    const tokens = countWhole(block);
    blocks.set(block, tokens);
    return tokens;
  };

  const countOf = (whole: string) => {
    const exact = isShort(whole);
    const count = (text: string, stop: Stop): number => {
      if (exact) return countWhole(text);
      let tokens = 0;
      for (let at = 0; at < text.length;) {
        const end = blockEnd(text, at);
        stop();
        tokens += countBlock(text.slice(at, end));
        at = end;
      }
      return tokens;
    };
    return { exact, count };
  };

  return {
    count: (text, stop) => {
      const { exact, count } = countOf(text);
      return { tokens: count(text, stop), exact };
    },
    cut: (text, limits, stop) => {
      const { exact, count } = countOf(text);
      return { ...cutBySearch(text, limits, count, stop), exact };
    },
    table: (text, stop) => {
      const { exact, count } = countOf(text);
      return { ...tableBySearch(text, count, stop), exact };
    },
  };
};

const isShort = (text: string): boolean => {
  if (text.length > WHOLE_CHARS) return false;
  let run = 0;
  for (let at = 0; at < text.length && run <= WHOLE_RUN; at++)
    run = isBlank(text.charCodeAt(at)) ? 0 : run + 1;
  return run <= WHOLE_RUN;
};

/**
 * Before the last whitespace that follows a word, otherwise where the block is full; never inside a
 * character.
 */
const blockEnd = (text: string, from: number): number => {
  const full = from + BLOCK_CHARS;
  if (full >= text.length) return text.length;
  for (let end = full; end > from + BLOCK_CHARS / 2; end--) {
    if (isBlank(text.charCodeAt(end)) && !isBlank(text.charCodeAt(end - 1))) return end;
  }
  return (text.charCodeAt(full) & 0xfc00) === 0xdc00 ? full - 1 : full;
};

const isBlank = (unit: number): boolean => unit === 0x20 || (unit >= 0x09 && unit <= 0x0d);
