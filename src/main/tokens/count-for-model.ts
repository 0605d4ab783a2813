import type { TokenCounter } from "./token-counter.ts";

/** Tokens of a text in the encoding of a model; without a model (null), in the default encoding. */
export const countForModel = async (
  tokens: TokenCounter,
  text: string,
  model: string | null,
): Promise<number> => (await tokens.count(text, tokens.encodingOf(model).encoding)).tokens;
