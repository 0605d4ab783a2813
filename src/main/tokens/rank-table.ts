import type { Ranks } from "./ranks.ts";

/**
 * The tokens of an encoding by their bytes. Open addressing over typed arrays: a lookup allocates nothing,
 * which matters because a long piece needs millions of lookups.
 */
export type RankTable = {
  /** Rank of the token with these bytes, or -1. */
  find(bytes: Uint8Array, from: number, to: number): number;
  /** The same for two bytes, by index. */
  findPair(first: number, second: number): number;
};

export const createRankTable = ({ bytes, starts }: Ranks): RankTable => {
  const count = starts.length - 1;
  const size = 2 ** Math.ceil(Math.log2(count * 2));
  const slots = new Int32Array(size).fill(-1);
  const pairs = new Int32Array(0x10000).fill(-1);
  let longest = 0;

  for (let rank = 0; rank < count; rank++) {
    const from = starts[rank] as number;
    const to = starts[rank + 1] as number;
    if (to === from) continue;
    if (to - from > longest) longest = to - from;
    if (to - from === 2) pairs[((bytes[from] as number) << 8) | (bytes[from + 1] as number)] = rank;
    let slot = hashOf(bytes, from, to) & (size - 1);
    while (slots[slot] !== -1) slot = (slot + 1) & (size - 1);
    slots[slot] = rank;
  }

  return {
    findPair: (first, second) => pairs[(first << 8) | second] as number,
    find: (wanted, from, to) => {
      const length = to - from;
      if (length > longest) return -1;
      let slot = hashOf(wanted, from, to) & (size - 1);
      for (;;) {
        const rank = slots[slot] as number;
        if (rank === -1) return -1;
        const start = starts[rank] as number;
        if (
          (starts[rank + 1] as number) - start === length &&
          sameBytes(bytes, start, wanted, from, length)
        ) {
          return rank;
        }
        slot = (slot + 1) & (size - 1);
      }
    },
  };
};

/** FNV-1a, its high bits folded in. */
const hashOf = (bytes: Uint8Array, from: number, to: number): number => {
  let hash = 0x811c9dc5;
  for (let i = from; i < to; i++) hash = Math.imul(hash ^ (bytes[i] as number), 0x01000193);
  return hash ^ (hash >>> 15);
};

const sameBytes = (a: Uint8Array, atA: number, b: Uint8Array, atB: number, length: number): boolean => {
  for (let i = 0; i < length; i++) if (a[atA + i] !== b[atB + i]) return false;
  return true;
};
