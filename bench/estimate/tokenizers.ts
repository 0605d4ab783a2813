import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { createFileEncoder } from "../../src/main/tokens/file-encoder.ts";
import { loadEncoder } from "../../src/main/tokens/load-encoder.ts";
import { ranksFolder } from "../../src/main/tokens/load-ranks.ts";

/** Families that people run: each counts the same text differently. */
export const TOKENIZERS = ["llama3", "mistral_nemo", "qwen2_5", "gemma", "llama2"] as const;

export const tokenizerFile = (name: string): string => join("bench/.data/tokenizers", name, "tokenizer.json");

export type Tokenizer = { readonly name: string; readonly count: (text: string) => number };

/** o200k and cl100k, and the tokenizer files that were fetched. */
export const loadTokenizers = async (): Promise<readonly Tokenizer[]> => {
  const built = await Promise.all(
    ["o200k_base", "cl100k_base"].map(async (name) => {
      const encoder = await loadEncoder(name, null, ranksFolder("resources"));
      return { name, count: (text: string) => encoder.count(text, () => {}).tokens };
    }),
  );
  const files = TOKENIZERS.filter((name) => existsSync(tokenizerFile(name))).map((name) => {
    const encoder = createFileEncoder(new Uint8Array(readFileSync(tokenizerFile(name))));
    return { name, count: (text: string) => encoder.count(text, () => {}).tokens };
  });
  return [...built, ...files];
};
