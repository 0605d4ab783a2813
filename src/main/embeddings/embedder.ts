import type { Signal } from "#shared/contract/signal.ts";

/** Turns texts into vectors of length 1. */
export type Embedder = {
  /** The model that made the vectors; vectors of different models cannot be compared. */
  readonly model: string;
  /** It was trained on English alone: vectors of other languages say little about their meaning. */
  readonly onlyEnglish?: boolean;
  /** Null until the first vector is known, for models of a server. */
  readonly dimension: number | null;
  /**
   * One vector per text, in the same order. Fails with `model-missing`, `model-damaged`, `embedding-failed`,
   * or with the failure of the server that was asked; rejects with the signal's reason when it is aborted.
   */
  embed(texts: readonly string[], signal?: Signal, options?: EmbedOptions): Promise<readonly Float32Array[]>;
  close(): Promise<void>;
};

export type EmbedOptions = {
  /** A caller is waiting: goes before what is embedded in the background. */
  readonly urgent?: boolean;
  readonly onProgress?: (done: number, total: number) => void;
};

/** Scales a vector to length 1, in place; a zero vector is left unchanged. */
export const normalise = (vector: Float32Array): Float32Array => {
  let sum = 0;
  for (const value of vector) sum += value * value;
  if (sum === 0) return vector;
  const scale = 1 / Math.sqrt(sum);
  for (let i = 0; i < vector.length; i += 1) vector[i] = (vector[i] as number) * scale;
  return vector;
};
