import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { parseRanks, type Ranks, unpackRanks } from "./ranks.ts";

/** Where the build puts the packed ranks, inside the app's resources. */
export const ranksFolder = (resources: string): string => join(resources, "encodings");
export const ranksFile = (folder: string, encoding: RankedEncoding): string =>
  join(folder, `${encoding}.ranks`);

/** The encodings whose ranks come with js-tiktoken. */
export const rankedEncodings = ["o200k_base", "cl100k_base"] as const;
export type RankedEncoding = (typeof rankedEncodings)[number];

/** Loads the packed file; when it is missing or damaged, loads from js-tiktoken itself, which takes longer. */
export const loadRanks = async (encoding: RankedEncoding, folder: string | null): Promise<Ranks> => {
  if (folder !== null) {
    const packed = await readFile(ranksFile(folder, encoding)).catch(() => null);
    const ranks = packed && unpackOrNull(packed);
    if (ranks) return ranks;
  }
  return parseRanks(await sourceRanks(encoding));
};

/** The text of js-tiktoken's own module. */
export const sourceRanks = async (encoding: RankedEncoding): Promise<string> => {
  const module =
    encoding === "o200k_base"
      ? await import("js-tiktoken/ranks/o200k_base")
      : await import("js-tiktoken/ranks/cl100k_base");
  return module.default.bpe_ranks;
};

const unpackOrNull = (packed: Uint8Array): Ranks | null => {
  try {
    return unpackRanks(packed);
  } catch {
    return null;
  }
};
