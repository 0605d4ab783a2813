/**
 * Remembers the counts of pieces by their bytes, in a fixed amount of memory: the bytes are in one ring, which
 * forgets the oldest, and each piece can be in one of four places. Nothing is allocated for a piece, because a
 * long text has hundreds of thousands of them.
 */
export type BytePieceCache = {
  /** The tokens of these bytes, or 0 when they are not known. */
  get(bytes: Uint8Array, length: number): number;
  /** Only right after `get` of the same bytes. */
  set(bytes: Uint8Array, length: number, tokens: number): void;
};

/** Longer pieces are not to be remembered. */
export const MAX_CACHED_PIECE_BYTES = 1024;
const RING_BYTES = 2 ** 21;
const SETS = 2 ** 15;
const WAYS = 4;

export const createBytePieceCache = (): BytePieceCache => {
  const ring = new Uint8Array(RING_BYTES);
  const hashes = new Int32Array(SETS * WAYS);
  const lengths = new Uint16Array(SETS * WAYS);
  const counts = new Uint16Array(SETS * WAYS);
  // How many bytes had been written before the piece, since the beginning: says where it is, and its age.
  const written = new Float64Array(SETS * WAYS).fill(-RING_BYTES);
  let total = 0;
  let hash = 0;

  return {
    get: (bytes, length) => {
      hash = hashOf(bytes, length);
      const first = (hash & (SETS - 1)) * WAYS;
      for (let at = first; at < first + WAYS; at++) {
        if (hashes[at] !== hash || lengths[at] !== length) continue;
        const start = written[at] as number;
        if (total <= start + RING_BYTES && isAt(ring, start % RING_BYTES, bytes, length))
          return counts[at] as number;
      }
      return 0;
    },
    set: (bytes, length, tokens) => {
      const first = (hash & (SETS - 1)) * WAYS;
      let oldest = first;
      for (let at = first + 1; at < first + WAYS; at++)
        if ((written[at] as number) < (written[oldest] as number)) oldest = at;
      const left = RING_BYTES - (total % RING_BYTES);
      if (left < length) total += left;
      const start = total % RING_BYTES;
      for (let i = 0; i < length; i++) ring[start + i] = bytes[i] as number;
      hashes[oldest] = hash;
      lengths[oldest] = length;
      counts[oldest] = tokens;
      written[oldest] = total;
      total += length;
    },
  };
};

const isAt = (ring: Uint8Array, start: number, bytes: Uint8Array, length: number): boolean => {
  for (let i = 0; i < length; i++) if (ring[start + i] !== bytes[i]) return false;
  return true;
};

/** FNV-1a, its high bits folded in. */
const hashOf = (bytes: Uint8Array, length: number): number => {
  let hash = 0x811c9dc5;
  for (let i = 0; i < length; i++) hash = Math.imul(hash ^ (bytes[i] as number), 0x01000193);
  return hash ^ (hash >>> 15);
};
