import type { Encoder } from "./encoder.ts";

/**
 * The count of a different encoding times a ratio, rounded up. Always an estimate; cuts agree with the count.
 */
export const scaledEncoder = (base: Encoder, ratio: number): Encoder => ({
  count: (text, stop) => ({ tokens: Math.ceil(base.count(text, stop).tokens * ratio), exact: false }),
  cut: (text, limits, stop) => {
    const inBase = limits.map((limit) => largestWithin(limit, ratio));
    const { tokens, offsets } = base.cut(text, inBase, stop);
    return { tokens: Math.ceil(tokens * ratio), exact: false, offsets };
  },
});

/** The highest token count in the base encoding that, scaled and rounded up, stays within the limit. */
const largestWithin = (limit: number, ratio: number): number => {
  const near = Math.floor(limit / ratio);
  return Math.ceil((near + 1) * ratio) <= limit
    ? near + 1
    : Math.ceil(near * ratio) <= limit
      ? near
      : near - 1;
};
