import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  type RankedEncoding,
  rankedEncodings,
  ranksFile,
  ranksFolder,
  sourceRanks,
} from "../src/main/tokens/load-ranks.ts";
import { packRanks, parseRanks } from "../src/main/tokens/ranks.ts";

/** Packs js-tiktoken's ranks into files that load without parsing. The app works without them, only slower. */
const folder = ranksFolder(process.argv[2] ?? join(import.meta.dirname, "..", "resources"));

const build = async (encoding: RankedEncoding) => {
  const packed = packRanks(parseRanks(await sourceRanks(encoding)));
  const file = ranksFile(folder, encoding);
  if (isSame(file, packed)) return;
  writeFileSync(`${file}.part`, packed);
  renameSync(`${file}.part`, file);
};

const isSame = (file: string, packed: Uint8Array): boolean => {
  try {
    return Buffer.compare(readFileSync(file), packed) === 0;
  } catch {
    return false;
  }
};

mkdirSync(folder, { recursive: true });
await Promise.all(rankedEncodings.map(build));
