import type { Encoder } from "./encoder.ts";

/** Tokens are counted in twelfths, so that sums are exact and a cut agrees with the count. */
const PARTS = 12;

/**
 * For models whose tokenizer is unknown. One token is four ASCII characters, about two and a half characters
 * of other alphabets, one Chinese, Japanese or Korean character, or half of an emoji or of a character of a
 * rare script. Rounded up.
 */
export const estimateEncoder: Encoder = {
  count: (text) => {
    let parts = 0;
    for (let at = 0; at < text.length; at++) parts += partsAt(text, at);
    return { tokens: Math.ceil(parts / PARTS), exact: false };
  },

  cut: (text, limits) => {
    const order = limits.map((_, index) => index).sort((a, b) => (limits[a] ?? 0) - (limits[b] ?? 0));
    const offsets = limits.map(() => text.length);
    let parts = 0;
    let next = 0;
    for (let at = 0; at < text.length; at += isPair(text, at) ? 2 : 1) {
      parts += partsAt(text, at);
      for (; next < order.length && parts > (limits[order[next] as number] as number) * PARTS; next++) {
        offsets[order[next] as number] = at;
      }
    }
    return { tokens: Math.ceil(parts / PARTS), exact: false, offsets };
  },
};

/** The weight of a surrogate pair is on its first half, so that splitting it never changes the sum. */
const partsAt = (text: string, at: number): number => {
  const unit = text.charCodeAt(at);
  if (unit < 0x80) return 3;
  if (isPair(text, at)) return 24;
  if (at > 0 && isPair(text, at - 1)) return 0;
  return isWide(unit) ? 12 : 5;
};

const isPair = (text: string, at: number): boolean =>
  (text.charCodeAt(at) & 0xfc00) === 0xd800 && (text.charCodeAt(at + 1) & 0xfc00) === 0xdc00;

/** Chinese, Japanese and Korean, with their punctuation and full-width forms. */
const isWide = (unit: number): boolean =>
  (unit >= 0x1100 && unit < 0x1200) ||
  (unit >= 0x2e80 && unit < 0xa4d0) ||
  (unit >= 0xac00 && unit < 0xd7b0) ||
  (unit >= 0xf900 && unit < 0xfb00) ||
  (unit >= 0xff00 && unit < 0xfff0);
