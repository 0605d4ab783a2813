import { encode } from "gpt-tokenizer/encoding/o200k_base";

/** Counts tokens with a different implementation from the one used for prompts, for tests. */
export const referenceCount = (text: string): number => encode(text, { disallowedSpecial: new Set() }).length;
