/**
 * The tokens of an encoding by their bytes. Open addressing over typed arrays: a lookup allocates nothing,
 * which matters as a long piece asks millions of times.
 */
export type RankTable = {
  /** Rank of the token with these bytes, or -1. */
  find(bytes: Uint8Array, from: number, to: number): number;
  /** The same for two bytes, by index. */
  findPair(first: number, second: number): number;
};

/** Ranks as gpt-tokenizer ships them: the index is the rank, the value text or, where it is not text, bytes. */
export const createRankTable = (tokens: readonly (string | readonly number[])[]): RankTable => {
  const { bytes, starts } = packTokens(tokens);
  const size = 2 ** Math.ceil(Math.log2(tokens.length * 2));
  const slots = new Int32Array(size).fill(-1);
  const pairs = new Int32Array(0x10000).fill(-1);
  let longest = 0;

  for (let rank = 0; rank < tokens.length; rank++) {
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

const packTokens = (tokens: readonly (string | readonly number[])[]) => {
  const starts = new Int32Array(tokens.length + 1);
  let bytes = new Uint8Array(tokens.length * 8);
  let used = 0;
  for (let rank = 0; rank < tokens.length; rank++) {
    starts[rank] = used;
    // Unused ranks are holes.
    const token = tokens[rank] ?? "";
    if (used + token.length * 3 > bytes.length) {
      const larger = new Uint8Array(bytes.length * 2);
      larger.set(bytes);
      bytes = larger;
    }
    if (typeof token === "string") {
      used += writeText(token, bytes, used);
    } else {
      bytes.set(token, used);
      used += token.length;
    }
  }
  starts[tokens.length] = used;
  return { bytes, starts };
};

const encoder = new TextEncoder();

const writeText = (text: string, bytes: Uint8Array, at: number): number => {
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    if (unit > 0x7f) return encoder.encodeInto(text, bytes.subarray(at)).written;
    bytes[at + i] = unit;
  }
  return text.length;
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
