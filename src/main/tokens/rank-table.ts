import type { Ranks } from "./ranks.ts";

/**
 * The tokens of an encoding by their bytes. Open addressing over typed arrays: a lookup allocates nothing,
 * which matters because a long piece needs millions of lookups.
 */
export type RankTable = {
  readonly ranks: Ranks;
  /** Rank of the token with these bytes, or -1. */
  find(bytes: Uint8Array, from: number, to: number): number;
  /** The same for two bytes, by index. */
  findPair(first: number, second: number): number;
  /** The rank of a single byte. */
  ofByte(byte: number): number;
  /** Rank of the token with the bytes of these two tokens, one after the other, or -1. */
  findJoined(left: number, right: number): number;
};

/** A token has at most 255 bytes (the packed file has one byte for it), and all of them fewer than 2^24. */
const LENGTH_BITS = 8;
const LENGTHS = 0xff;

/** Remembered answers of `findJoined`: merging asks for the same pairs of tokens again and again. */
const JOINED = 2 ** 15;

export const createRankTable = (ranks: Ranks): RankTable => {
  const { bytes, starts } = ranks;
  const count = starts.length - 1;
  const size = 2 ** Math.ceil(Math.log2(count * 2));
  // Of each slot: the rank or -1, then where its bytes start and how many there are, so that a lookup reads
  // two places in memory and not four.
  const slots = new Int32Array(size * 2).fill(-1);
  const pairs = new Int32Array(0x10000).fill(-1);
  const singles = new Int32Array(256).fill(-1);
  let longest = 0;

  for (let rank = 0; rank < count; rank++) {
    const from = starts[rank] as number;
    const to = starts[rank + 1] as number;
    if (to === from) continue;
    if (to - from > longest) longest = to - from;
    if (to - from === 1) singles[bytes[from] as number] = rank;
    if (to - from === 2) pairs[((bytes[from] as number) << 8) | (bytes[from + 1] as number)] = rank;
    let slot = hashOf(bytes, from, to) & (size - 1);
    while (slots[slot * 2] !== -1) slot = (slot + 1) & (size - 1);
    slots[slot * 2] = rank;
    slots[slot * 2 + 1] = (from << LENGTH_BITS) | (to - from);
  }

  // Of each remembered pair: the left token, the right one, and the answer.
  const joined = new Int32Array(JOINED * 3).fill(-1);
  const both = new Uint8Array(2 * longest);
  const lookUpJoined = (left: number, right: number): number => {
    const split = copyToken(left, 0);
    return find(both, 0, split + copyToken(right, split));
  };
  const copyToken = (rank: number, at: number): number => {
    const from = starts[rank] as number;
    const to = starts[rank + 1] as number;
    for (let i = from; i < to; i++) both[at + i - from] = bytes[i] as number;
    return to - from;
  };

  const find = (wanted: Uint8Array, from: number, to: number): number => {
    const length = to - from;
    if (length > longest) return -1;
    let slot = hashOf(wanted, from, to) & (size - 1);
    for (;;) {
      const rank = slots[slot * 2] as number;
      if (rank === -1) return -1;
      const place = slots[slot * 2 + 1] as number;
      if ((place & LENGTHS) === length && sameBytes(bytes, place >>> LENGTH_BITS, wanted, from, length))
        return rank;
      slot = (slot + 1) & (size - 1);
    }
  };

  return {
    ranks,
    find,
    ofByte: (byte) => singles[byte] as number,
    findJoined: (left, right) => {
      const hash = Math.imul(left, 0x9e3779b1) ^ Math.imul(right, 0x85ebca6b);
      const at = ((hash ^ (hash >>> 15)) & (JOINED - 1)) * 3;
      if (joined[at] === left && joined[at + 1] === right) return joined[at + 2] as number;
      const rank = lookUpJoined(left, right);
      joined[at] = left;
      joined[at + 1] = right;
      joined[at + 2] = rank;
      return rank;
    },
    findPair: (first, second) => pairs[(first << 8) | second] as number,
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
