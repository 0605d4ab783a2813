import type { Stop } from "./merge-piece.ts";

/** A tokenizer that can only count: one loaded from a file. */
export type CountText = (text: string, stop: Stop) => number;

/**
 * Cuts with a tokenizer that can only count, by bisection: some twenty counts per limit. Each result was
 * counted, so it is within its limit; where counts do not grow with the text it may not be the longest
 * possible.
 */
export const cutBySearch = (
  text: string,
  limits: readonly number[],
  count: CountText,
  stop: Stop,
): { readonly tokens: number; readonly offsets: readonly number[] } => {
  const countTo = (end: number) => {
    stop();
    return end === 0 ? 0 : count(text.slice(0, end), stop);
  };

  const tokens = countTo(text.length);
  const offsets = limits.map(() => text.length);
  const rising = limits.map((limit, index) => ({ limit, index })).sort((a, b) => a.limit - b.limit);
  // A cut that fits a lower limit also fits a higher one, so the search continues from there.
  let fits = 0;
  for (const { limit, index } of rising) {
    if (tokens <= limit) continue;
    let tooLong = text.length;
    for (;;) {
      const middle = betweenCharacters(text, (fits + tooLong) >>> 1);
      if (middle <= fits) break;
      if (countTo(middle) <= limit) fits = middle;
      else tooLong = middle;
    }
    offsets[index] = fits;
  }
  return { tokens, offsets };
};

/** Number of prefixes that are counted for a table. */
const TABLE_STEPS = 128;

/**
 * The cuts for every limit, with a tokenizer that can only count: prefixes of evenly spaced lengths are
 * counted, and a limit gets the longest one that fits. So a cut falls short by up to 1/128 of the text.
 */
export const tableBySearch = (
  text: string,
  count: CountText,
  stop: Stop,
): { readonly tokens: number; readonly table: Uint32Array } => {
  const countTo = (end: number) => {
    stop();
    return end === 0 ? 0 : count(text.slice(0, end), stop);
  };
  const tokens = countTo(text.length);
  const table = new Uint32Array(tokens + 1);
  for (let step = 1; step < TABLE_STEPS; step++) {
    const place = betweenCharacters(text, Math.floor((text.length * step) / TABLE_STEPS));
    const needed = countTo(place);
    if (needed <= tokens) table.fill(place, needed);
  }
  table[tokens] = text.length;
  return { tokens, table };
};

/** The same offset, or the one before when it would split a surrogate pair. */
const betweenCharacters = (text: string, offset: number): number =>
  (text.charCodeAt(offset) & 0xfc00) === 0xdc00 && (text.charCodeAt(offset - 1) & 0xfc00) === 0xd800
    ? offset - 1
    : offset;
