import { encode } from "gpt-tokenizer/encoding/o200k_base";

/** Tokens by another implementation than the one prompts are counted with, for tests. */
export const referenceCount = (text: string): number => encode(text, { disallowedSpecial: new Set() }).length;
