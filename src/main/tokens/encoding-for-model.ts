/** An encoding by name, and whether its counts are the model's own. */
export type ModelEncoding = { readonly encoding: string; readonly exact: boolean };

/** Counted as `base`, times `ratio`, rounded up: for families whose tokenizer we do not have. */
export type EstimatedEncoding = { readonly base: "o200k_base" | "cl100k_base"; readonly ratio: number };

/** The count without a model in mind: no model is wrong about it, so it is exact in what it names. */
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

/** Chooses by the model's name, whoever serves it: `openai/gpt-4o`, `gpt-oss:20b`, `ft:gpt-4o-mini:acme`. */
export const encodingForModel = (model: string | null): ModelEncoding => {
  if (model === null || model.trim() === "") return { encoding: DEFAULT_ENCODING, exact: true };
  const name = bareModelName(model);
  const found = families.find(([pattern]) => pattern.test(name))?.[1] ?? UNKNOWN_ENCODING;
  return { encoding: found, exact: found === "o200k_base" || found === "cl100k_base" };
};

/** `Qwen/Qwen3-8B` and `ft:…` as the name of the model alone, in small letters. */
export const bareModelName = (model: string): string =>
  model.trim().toLowerCase().replace(/^ft:/, "").replace(/^.*\//, "");

/** The first that fits wins, so the special comes before the general. */
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
