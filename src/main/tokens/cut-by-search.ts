import type { Stop } from "./merge-piece.ts";

/** A tokenizer that only counts: one from a file. */
export type CountText = (text: string, stop: Stop) => number;

/**
 * Cuts with a tokenizer that only counts, by halving: some twenty counts a limit. Each answer was counted,
 * so it holds; where counts do not rise with the text it may not be the longest possible.
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
  // What holds for a lower limit holds for a higher one, so the search goes on from there.
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

/** Texts that are counted for a table. Each costs a count of the text up to there. */
const TABLE_STEPS = 128;

/**
 * The cuts for every limit, with a tokenizer that only counts: the text is counted up to evenly spread
 * places, and a limit gets the last of them that fits. So a cut falls short by up to 1/128 of the text.
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

/** The same offset, or the one before when it lies inside a surrogate pair. */
const betweenCharacters = (text: string, offset: number): number =>
  (text.charCodeAt(offset) & 0xfc00) === 0xdc00 && (text.charCodeAt(offset - 1) & 0xfc00) === 0xd800
    ? offset - 1
    : offset;
