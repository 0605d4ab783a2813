import type { RankTable } from "./rank-table.ts";

/**
 * Merging may start from characters instead of bytes where that cannot change the result, which saves most of
 * the merges of a text in Chinese. It cannot when
 *
 * 1. no token that contains a part of a character beside other bytes occurs in the piece, so that every token
 *    that can be formed is a part of one character, or whole characters, and
 * 2. each character is a token, and every merge inside it has a lower rank than any longer token with this
 *    character. Then the characters of a pair are complete before the pair can be chosen.
 *
 * Both are read from the encoding itself. Only a few hundred tokens are of the first kind.
 */
export type CharacterStarts = {
  /** Puts the token of each character into `ids` and returns how many; 0 when merging must start from bytes. */
  fill(bytes: Uint8Array, from: number, to: number, ids: Int32Array): number;
};

export const createCharacterStarts = (table: RankTable): CharacterStarts => {
  let known: Known | null = null;
  return {
    fill: (bytes, from, to, ids) => {
      // English words that are no token: nothing is gained.
      if (!hasLongCharacter(bytes, from, to)) return 0;
      known ??= readEncoding(table);
      return fillFrom(known, bytes, from, to, ids);
    },
  };
};

type Known = {
  /** By code point, which has at most three bytes: its token, or -1 when merging must start from bytes. */
  tokenOf(point: number): number;
  /** By the bytes on both sides of a place between characters: the tokens that must not occur there. */
  readonly across: ReadonlyMap<number, readonly Across[]>;
  readonly mayCross: Uint8Array;
};
type Across = { readonly bytes: Uint8Array; readonly before: number };

const fillFrom = (known: Known, bytes: Uint8Array, from: number, to: number, ids: Int32Array): number => {
  let count = 0;
  for (let at = from; at < to;) {
    const first = bytes[at] as number;
    if (first >= 0xf0) return 0;
    if (at > from) {
      const key = ((bytes[at - 1] as number) << 8) | first;
      if (known.mayCross[key] === 1 && isCrossed(known, key, bytes, at, from, to)) return 0;
    }
    const token = known.tokenOf(codePointOf(bytes, at, first));
    if (token < 0) return 0;
    ids[count++] = token;
    at += widthOf(first);
  }
  return count;
};

const isCrossed = (
  known: Known,
  key: number,
  bytes: Uint8Array,
  at: number,
  from: number,
  to: number,
): boolean =>
  (known.across.get(key) ?? []).some((across) => {
    const start = at - across.before;
    if (start < from || start + across.bytes.length > to) return false;
    return across.bytes.every((byte, index) => bytes[start + index] === byte);
  });

const UNKNOWN = -2;

const readEncoding = (table: RankTable): Known => {
  const { bytes, starts } = table.ranks;
  // By code point: its token, and the highest rank among its merges.
  const tokens = new Int32Array(0x10000).fill(UNKNOWN);
  const highest = new Int32Array(0x10000);
  const tokenOf = (point: number): number => {
    const token = tokens[point] as number;
    return token === UNKNOWN ? mergeCharacter(table, point, tokens, highest) : token;
  };
  const across = new Map<number, Across[]>();
  const mayCross = new Uint8Array(0x10000);
  for (let rank = 0; rank + 1 < starts.length; rank++) {
    const from = starts[rank] as number;
    const to = starts[rank + 1] as number;
    const place = firstPlaceBetween(bytes, from, to);
    if (place < 0) continue;
    if (!isWhole(bytes, from, to)) {
      const key = ((bytes[place - 1] as number) << 8) | (bytes[place] as number);
      mayCross[key] = 1;
      across.set(key, [...(across.get(key) ?? []), { bytes: bytes.slice(from, to), before: place - from }]);
      continue;
    }
    for (let at = from; at < to; at += widthOf(bytes[at] as number)) {
      const first = bytes[at] as number;
      if (first < 0x80 || first >= 0xf0) continue;
      const point = codePointOf(bytes, at, first);
      if (tokenOf(point) >= 0 && (highest[point] as number) >= rank) tokens[point] = -1;
    }
  }
  return { tokenOf, across, mayCross };
};

const mergeCharacter = (table: RankTable, point: number, tokens: Int32Array, highest: Int32Array): number => {
  const last = 0x80 | (point & 0x3f);
  let token = -1;
  let inner = -1;
  if (point < 0x80) {
    token = table.ofByte(point);
  } else if (point < 0x800) {
    token = table.findPair(0xc0 | (point >> 6), last);
  } else {
    const lead = 0xe0 | (point >> 12);
    const middle = 0x80 | ((point >> 6) & 0x3f);
    const left = table.findPair(lead, middle);
    const right = table.findPair(middle, last);
    const isLeft = left >= 0 && (right < 0 || left <= right);
    inner = isLeft ? left : right;
    if (inner >= 0)
      token = isLeft
        ? table.findJoined(left, table.ofByte(last))
        : table.findJoined(table.ofByte(lead), right);
  }
  tokens[point] = token;
  highest[point] = Math.max(token, inner);
  return token;
};

const isContinuation = (byte: number): boolean => (byte & 0xc0) === 0x80;

/** The first place where a character begins after another or after a part of one, if one of them is not ASCII. */
const firstPlaceBetween = (bytes: Uint8Array, from: number, to: number): number => {
  for (let at = from + 1; at < to; at++) {
    const byte = bytes[at] as number;
    if (!isContinuation(byte) && (byte >= 0x80 || (bytes[at - 1] as number) >= 0x80)) return at;
  }
  return -1;
};

/** Whether these bytes are whole characters. */
const isWhole = (bytes: Uint8Array, from: number, to: number): boolean => {
  let at = from;
  while (at < to) {
    if (isContinuation(bytes[at] as number)) return false;
    const end = at + widthOf(bytes[at] as number);
    if (end > to) return false;
    for (at++; at < end; at++) if (!isContinuation(bytes[at] as number)) return false;
  }
  return true;
};

const widthOf = (first: number): number => (first < 0x80 ? 1 : first < 0xe0 ? 2 : first < 0xf0 ? 3 : 4);

const codePointOf = (bytes: Uint8Array, at: number, first: number): number => {
  if (first < 0x80) return first;
  const second = (bytes[at + 1] as number) & 0x3f;
  return first < 0xe0
    ? ((first & 0x1f) << 6) | second
    : ((first & 0x0f) << 12) | (second << 6) | ((bytes[at + 2] as number) & 0x3f);
};

const hasLongCharacter = (bytes: Uint8Array, from: number, to: number): boolean => {
  for (let at = from; at < to; at++) if ((bytes[at] as number) >= 0xe0) return true;
  return false;
};
