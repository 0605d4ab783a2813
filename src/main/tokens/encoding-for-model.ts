/** An encoding by name, and whether its counts are exact for the model. */
export type ModelEncoding = {
  readonly encoding: string;
  readonly exact: boolean;
  /** What the model's chat format adds; absent where it is not known. */
  readonly overhead?: ChatOverhead;
};

/** Tokens of the chat format: per message, and once per prompt for the start of the reply. */
export type ChatOverhead = { readonly message: number; readonly reply: number };

/** Roles and separators as most servers count them. */
export const USUAL_OVERHEAD: ChatOverhead = { message: 4, reply: 3 };

/** Counted as `base`, times `ratio`, rounded up: for model families whose tokenizer we do not have. */
export type EstimatedEncoding = { readonly base: "o200k_base" | "cl100k_base"; readonly ratio: number };

/**
 * The encoding used when no model is given. It is exact by definition, since it makes no claim about a model.
 */
export const DEFAULT_ENCODING = "o200k_base";
export const UNKNOWN_ENCODING = "estimate";

/** Ratios for a mix of English prose and code; calibration corrects them per model. */
export const estimatedEncodings: Readonly<Record<string, EstimatedEncoding>> = {
  "claude-estimate": { base: "o200k_base", ratio: 1.2 },
  "gemini-estimate": { base: "o200k_base", ratio: 1.05 },
  "llama3-estimate": { base: "cl100k_base", ratio: 1 },
  "qwen-estimate": { base: "cl100k_base", ratio: 1 },
  "deepseek-estimate": { base: "o200k_base", ratio: 1.05 },
  "mistral-estimate": { base: "o200k_base", ratio: 1.1 },
  "sentencepiece-32k-estimate": { base: "cl100k_base", ratio: 1.2 },
};

/**
 * Chooses by the model's name, whichever server runs it: `openai/gpt-4o`, `gpt-oss:20b`,
 * `ft:gpt-4o-mini:acme`.
 */
export const encodingForModel = (model: string | null): ModelEncoding => {
  if (model === null || model.trim() === "") return { encoding: DEFAULT_ENCODING, exact: true };
  const name = bareModelName(model);
  const found = families.find(([pattern]) => pattern.test(name))?.[1] ?? UNKNOWN_ENCODING;
  return { encoding: found, exact: found === "o200k_base" || found === "cl100k_base" };
};

/** Reduces `Qwen/Qwen3-8B` and `ft:…` to the name of the model, in lower case. */
export const bareModelName = (model: string): string =>
  model.trim().toLowerCase().replace(/^ft:/, "").replace(/^.*\//, "");

/** The first match wins, so specific patterns come before general ones. */
const families: readonly (readonly [RegExp, string])[] = [
  [/^(chatgpt-)?gpt-?4o|^chatgpt-4o|^gpt-4\.[15]|^gpt-[5-9]|^gpt-oss|^o[1-9](-|:|$)|^codex-/, "o200k_base"],
  [/^gpt-4(-|:|$)|^gpt-3\.?5|^text-embedding-(3|ada-002)/, "cl100k_base"],
  [/^claude/, "claude-estimate"],
  [/^(gemini|gemma)/, "gemini-estimate"],
  [
    /^(meta-)?llama-?2|^codellama|^tinyllama|^vicuna|^mistral-7b|^mixtral|^phi-?3/,
    "sentencepiece-32k-estimate",
  ],
  [/^(meta-)?llama|^phi-?4/, "llama3-estimate"],
  [/^(qwen|qwq)/, "qwen-estimate"],
  [/^deepseek/, "deepseek-estimate"],
  [/^(mi|mini|code|dev|magi|pix)stral|^ministral|^open-mi[sx]tral/, "mistral-estimate"],
];
