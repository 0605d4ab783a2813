import { createBytePairEncoder } from "./byte-pair-encoder.ts";
import type { Encoder } from "./encoder.ts";
import { estimatedEncodings, UNKNOWN_ENCODING } from "./encoding-for-model.ts";
import { estimateEncoder } from "./estimate-encoder.ts";
import { createRankTable } from "./rank-table.ts";
import { scaledEncoder } from "./scaled-encoder.ts";
import { cl100kSplitter, o200kSplitter } from "./split-pieces.ts";

/** Whether an encoding of this name ships with Satchel. */
export const isBuiltInEncoding = (name: string): boolean =>
  Object.hasOwn(exactLoaders, name) || Object.hasOwn(estimatedEncodings, name) || name === UNKNOWN_ENCODING;

/**
 * Each is loaded once, when it is first asked for: the ranks take some megabytes and a good part of a second.
 * `tokenizer`: the file of an encoding that does not ship with Satchel.
 */
export const loadEncoder = async (
  name: string,
  tokenizer: SharedArrayBuffer | null = null,
): Promise<Encoder> => {
  if (tokenizer) {
    loaded[name] ??= loadFile(tokenizer);
    return loaded[name];
  }
  if (name === UNKNOWN_ENCODING) return estimateEncoder;
  const estimated = estimatedEncodings[name];
  if (estimated) return scaledEncoder(await loadEncoder(estimated.base), estimated.ratio);
  const load = exactLoaders[name];
  if (!load) throw new Error(`Unknown encoding: ${name}`);
  loaded[name] ??= load();
  return loaded[name];
};

const loaded: Record<string, Promise<Encoder>> = {};

/** The library is not needed where nobody named a file. */
const loadFile = async (tokenizer: SharedArrayBuffer): Promise<Encoder> => {
  const { createFileEncoder } = await import("./file-encoder.ts");
  return createFileEncoder(new Uint8Array(tokenizer));
};

const exactLoaders: Readonly<Record<string, () => Promise<Encoder>>> = {
  o200k_base: async () => {
    const { default: ranks } = await import("gpt-tokenizer/bpeRanks/o200k_base");
    return createBytePairEncoder(createRankTable(ranks), o200kSplitter());
  },
  cl100k_base: async () => {
    const { default: ranks } = await import("gpt-tokenizer/bpeRanks/cl100k_base");
    return createBytePairEncoder(createRankTable(ranks), cl100kSplitter());
  },
};
