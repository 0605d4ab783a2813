import { createCharacterStarts } from "./character-starts.ts";
import type { RankTable } from "./rank-table.ts";

/** Throws when the caller no longer needs the answer. */
export type Stop = () => void;

/**
 * Merges the bytes of one piece: always the adjacent pair with the lowest rank, the leftmost first among
 * equals. A heap makes it O(n log n), so long pieces are not a problem.
 *
 * Arrays are reused between calls and grow to the longest piece seen.
 */
export type PieceMerger = {
  /** The number of tokens that the bytes `from` to `to` become. */
  merge(bytes: Uint8Array, from: number, to: number, stop: Stop): number;
  /** The same number for at most `MAX_SHORT_PIECE` bytes, without the ends of the tokens; several times faster. */
  countShort(bytes: Uint8Array, from: number, to: number): number;
  /** After `merge`: where the token after the one at this byte starts, both relative to `from`. */
  after(start: number): number;
};

/** Merges between two checks of the stop signal. */
const STOP_EVERY = 1 << 15;

/** Up to here looking at all pairs again for each merge is faster than a heap. */
export const MAX_SHORT_PIECE = 160;
/** Above every rank. */
const NONE = 0x7fffffff;

export const createPieceMerger = (table: RankTable): PieceMerger => {
  // For the token that starts at a byte: where the next starts, where the previous starts, and the rank of
  // the token it would form with the next (-1: none).
  let next = new Int32Array(0);
  let before = new Int32Array(0);
  let rankWithNext = new Int32Array(0);
  const heap = createHeap();

  const reserve = (length: number) => {
    if (next.length > length) return;
    const size = Math.max(256, 2 ** Math.ceil(Math.log2(length + 1)));
    next = new Int32Array(size);
    before = new Int32Array(size);
    rankWithNext = new Int32Array(size);
  };

  const ids = new Int32Array(MAX_SHORT_PIECE + 1);
  // The rank of each token with the one after it; the last has none.
  const pairs = new Int32Array(MAX_SHORT_PIECE + 1);
  const rankOf = (at: number): number => {
    const rank = table.findJoined(ids[at] as number, ids[at + 1] as number);
    return rank < 0 ? NONE : rank;
  };

  const starts = createCharacterStarts(table);

  const startFromBytes = (bytes: Uint8Array, from: number, to: number): number => {
    for (let at = from; at < to; at++) {
      const byte = bytes[at] as number;
      ids[at - from] = table.ofByte(byte);
      const rank = at + 1 < to ? table.findPair(byte, bytes[at + 1] as number) : -1;
      pairs[at - from] = rank < 0 ? NONE : rank;
    }
    return to - from;
  };

  const startFromCharacters = (bytes: Uint8Array, from: number, to: number): number => {
    const count = starts.fill(bytes, from, to, ids);
    for (let at = 0; at < count; at++) pairs[at] = at + 1 < count ? rankOf(at) : NONE;
    return count;
  };

  const countShort = (bytes: Uint8Array, from: number, to: number): number => {
    let count = startFromCharacters(bytes, from, to) || startFromBytes(bytes, from, to);
    for (;;) {
      let lowest = NONE;
      let at = 0;
      for (let i = 0; i < count - 1; i++) {
        const rank = pairs[i] as number;
        if (rank < lowest) {
          lowest = rank;
          at = i;
        }
      }
      if (lowest === NONE) return count;
      ids[at] = lowest;
      count--;
      for (let i = at + 1; i < count; i++) {
        ids[i] = ids[i + 1] as number;
        pairs[i] = pairs[i + 1] as number;
      }
      pairs[at] = at + 1 < count ? rankOf(at) : NONE;
      if (at > 0) pairs[at - 1] = rankOf(at - 1);
    }
  };

  return {
    countShort,
    after: (start) => next[start] as number,
    merge: (bytes, from, to, stop) => {
      const length = to - from;
      reserve(length);
      heap.clear(length);
      for (let i = 0; i < length; i++) {
        next[i] = i + 1;
        before[i] = i - 1;
        const rank =
          i + 1 < length ? table.findPair(bytes[from + i] as number, bytes[from + i + 1] as number) : -1;
        rankWithNext[i] = rank;
        if (rank >= 0) heap.push(rank, i);
      }

      const rate = (start: number) => {
        const second = next[start] as number;
        const rank = second < length ? table.find(bytes, from + start, from + (next[second] as number)) : -1;
        rankWithNext[start] = rank;
        if (rank >= 0) heap.push(rank, start);
      };

      let tokens = length;
      let untilStop = STOP_EVERY;
      while (heap.pop()) {
        if (--untilStop === 0) {
          stop();
          untilStop = STOP_EVERY;
        }
        const start = heap.position;
        // A pair that changed since it was pushed has a different rank by now.
        if (rankWithNext[start] !== heap.rank) continue;
        const merged = next[start] as number;
        const following = next[merged] as number;
        rankWithNext[merged] = -1;
        next[start] = following;
        if (following < length) before[following] = start;
        tokens--;
        rate(start);
        if ((before[start] as number) >= 0) rate(before[start] as number);
      }
      return tokens;
    },
  };
};

const POSITIONS = 2 ** 32;

/** Rank and position in one double (18 + 32 bits), so that one comparison orders by both. */
const createHeap = () => {
  let keys = new Float64Array(0);
  let size = 0;
  const heap = {
    rank: 0,
    position: 0,
    clear: (expected: number) => {
      size = 0;
      if (keys.length < expected) keys = new Float64Array(Math.max(256, expected * 2));
    },
    push: (rank: number, position: number) => {
      if (size === keys.length) {
        const larger = new Float64Array(keys.length * 2);
        larger.set(keys);
        keys = larger;
      }
      const key = rank * POSITIONS + position;
      let at = size++;
      while (at > 0) {
        const parent = (at - 1) >> 1;
        if ((keys[parent] as number) <= key) break;
        keys[at] = keys[parent] as number;
        at = parent;
      }
      keys[at] = key;
    },
    pop: (): boolean => {
      if (size === 0) return false;
      const top = keys[0] as number;
      heap.rank = (top / POSITIONS) | 0;
      // As an integer: the lookups that follow are compiled for integers.
      heap.position = (top % POSITIONS) | 0;
      const last = keys[--size] as number;
      let at = 0;
      for (;;) {
        let child = 2 * at + 1;
        if (child >= size) break;
        if (child + 1 < size && (keys[child + 1] as number) < (keys[child] as number)) child++;
        if ((keys[child] as number) >= last) break;
        keys[at] = keys[child] as number;
        at = child;
      }
      keys[at] = last;
      return true;
    },
  };
  return heap;
};
