import { createHash } from "node:crypto";
import { appendFileSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { Embedder } from "../../src/main/embeddings/embedder.ts";

const HASH_BYTES = 32;

/**
 * Keeps every vector in a file of the folder, so that a second run over the same texts embeds nothing. A record is
 * the SHA-256 of the text, then the vector as 32-bit floats.
 */
export const cachedEmbedder = (embedder: Embedder, dimension: number, folder: string): Embedder => {
  mkdirSync(folder, { recursive: true });
  const file = join(folder, `${embedder.model}.vectors`);
  const size = HASH_BYTES + dimension * 4;
  const known = new Map<string, Float32Array>();
  const bytes = existsSync(file) ? readFileSync(file) : Buffer.alloc(0);
  if (bytes.length % size !== 0) throw new Error(`${file} was cut. Delete it and run again.`);
  for (let at = 0; at < bytes.length; at += size) {
    const vector = bytes.subarray(at + HASH_BYTES, at + size);
    known.set(bytes.toString("hex", at, at + HASH_BYTES), new Float32Array(Uint8Array.from(vector).buffer));
  }
  const hashOf = (text: string) => createHash("sha256").update(text).digest("hex");
  return {
    ...embedder,
    embed: async (texts, signal, options) => {
      const missing = [...new Set(texts.filter((text) => !known.has(hashOf(text))))];
      const made = missing.length === 0 ? [] : await embedder.embed(missing, signal, options);
      for (const [at, text] of missing.entries()) {
        const vector = made[at] as Float32Array;
        known.set(hashOf(text), vector);
        appendFileSync(file, Buffer.concat([Buffer.from(hashOf(text), "hex"), bytesOf(vector)]));
      }
      return texts.map((text) => known.get(hashOf(text)) as Float32Array);
    },
  };
};

/** A vector may be a part of a larger buffer. */
const bytesOf = ({ buffer, byteOffset, byteLength }: Float32Array): Buffer =>
  Buffer.from(buffer, byteOffset, byteLength);
