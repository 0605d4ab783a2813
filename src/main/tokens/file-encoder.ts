import { Tokenizer } from "@huggingface/tokenizers";
import { createBlockEncoder } from "./block-encoder.ts";
import type { Encoder } from "./encoder.ts";

/**
 * Counts with a model's own `tokenizer.json`. Special tokens are counted as the text they are written as, as in
 * every other encoding.
 */
export const createFileEncoder = (file: Uint8Array): Encoder => {
  const tokenizer = new Tokenizer(textOnly(JSON.parse(Buffer.from(file).toString("utf8"))), {});
  return createBlockEncoder((text) => tokenizer.tokenize(text, { add_special_tokens: false }).length);
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
