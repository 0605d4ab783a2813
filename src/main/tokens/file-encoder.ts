import { Tokenizer } from "@huggingface/tokenizers";
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
 * Counts with a model's own `tokenizer.json`. The tokenizer processes a text at once and cannot be stopped; a
 * longer text is therefore counted in blocks that end between words. That costs at most one token per seam (a
 * block has about a thousand), and the count is marked as not exact.
 *
 * Special tokens are counted as the text they are written as, as in every other encoding.
 */
export const createFileEncoder = (file: Uint8Array): Encoder => {
  const tokenizer = new Tokenizer(textOnly(JSON.parse(Buffer.from(file).toString("utf8"))), {});
  const blocks = createPieceCache(KEPT_BLOCKS);
  const countWhole = (text: string): number => tokenizer.tokenize(text, { add_special_tokens: false }).length;

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

/** Without special tokens, padding and length limits, so that only the encoding of text remains. */
const textOnly = (parsed: unknown): object => {
  if (typeof parsed !== "object" || parsed === null || !("model" in parsed)) {
    throw new Error("it is JSON, but not a tokenizer");
  }
  const added = "added_tokens" in parsed && Array.isArray(parsed.added_tokens) ? parsed.added_tokens : [];
  return {
    normalizer: null,
    pre_tokenizer: null,
    ...parsed,
    decoder: null,
    added_tokens: added.filter((token: { special?: boolean }) => token.special !== true),
    post_processor: null,
    truncation: null,
    padding: null,
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
