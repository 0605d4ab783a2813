import { createBytePairEncoder } from "./byte-pair-encoder.ts";
import type { Encoder } from "./encoder.ts";
import { estimatedEncodings, UNKNOWN_ENCODING } from "./encoding-for-model.ts";
import { estimateEncoder } from "./estimate-encoder.ts";
import { loadRanks, type RankedEncoding } from "./load-ranks.ts";
import { createRankTable } from "./rank-table.ts";
import { scaledEncoder } from "./scaled-encoder.ts";
import { cl100kSplitter, o200kSplitter } from "./split-pieces.ts";

/** Whether an encoding of this name ships with Satchel. */
export const isBuiltInEncoding = (name: string): boolean =>
  Object.hasOwn(exactLoaders, name) || Object.hasOwn(estimatedEncodings, name) || name === UNKNOWN_ENCODING;

/**
 * Loads each encoding once, on first use. `tokenizer`: the file of an encoding that does not ship with
 * Satchel. `ranks`: the folder of packed ranks; null loads js-tiktoken's own, which takes longer.
 */
export const loadEncoder = async (
  name: string,
  tokenizer: SharedArrayBuffer | null = null,
  ranks: string | null = null,
): Promise<Encoder> => {
  if (tokenizer) {
    loaded[name] ??= loadFile(tokenizer);
    return loaded[name];
  }
  if (name === UNKNOWN_ENCODING) return estimateEncoder;
  const estimated = estimatedEncodings[name];
  if (estimated) return scaledEncoder(await loadEncoder(estimated.base, null, ranks), estimated.ratio);
  const load = exactLoaders[name];
  if (!load) throw new Error(`Unknown encoding: ${name}`);
  loaded[name] ??= load(ranks);
  return loaded[name];
};

const loaded: Record<string, Promise<Encoder>> = {};

/** Loaded only when the settings name a tokenizer file. */
const loadFile = async (tokenizer: SharedArrayBuffer): Promise<Encoder> => {
  const { createFileEncoder } = await import("./file-encoder.ts");
  return createFileEncoder(new Uint8Array(tokenizer));
};

const exact =
  (encoding: RankedEncoding, splitter: typeof o200kSplitter) =>
  async (ranks: string | null): Promise<Encoder> =>
    createBytePairEncoder(createRankTable(await loadRanks(encoding, ranks)), splitter());

const exactLoaders: Readonly<Record<string, (ranks: string | null) => Promise<Encoder>>> = {
  o200k_base: exact("o200k_base", o200kSplitter),
  cl100k_base: exact("cl100k_base", cl100kSplitter),
};
