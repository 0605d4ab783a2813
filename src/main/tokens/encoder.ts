import type { Stop } from "./merge-piece.ts";

export type Counted = { readonly tokens: number; readonly exact: boolean };
export type CutText = Counted & {
  /** Per limit, the UTF-16 offset at which to cut; the text's length where all of it fits. */
  readonly offsets: readonly number[];
};

/** For every number of tokens, from 0 to the whole count, the offset at which to cut. */
export type CutTable = Counted & { readonly table: Uint32Array };

/** Counts in one encoding, synchronously. `stop` throws when the answer is no longer needed. */
export type Encoder = {
  count(text: string, stop: Stop): Counted;
  cut(text: string, limits: readonly number[], stop: Stop): CutText;
  /** All cuts at once, where that is cheaper than computing each. */
  table?(text: string, stop: Stop): CutTable;
};
