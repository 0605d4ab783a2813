/** How a provider's usage compares with our counts for one model. */
export type Calibration = {
  /** Provider's count divided by ours, smoothed. */
  readonly ratio: number;
  readonly samples: number;
};

/** Below this many tokens the fixed cost of a request outweighs the text. */
const MIN_TOKENS = 50;
/** The newest sample's weight once there are five; the mean before. */
const NEWEST_WEIGHT = 0.2;
/**
 * A ratio outside of this range means that something else was counted (a cut prompt, an image), so it is
 * clamped.
 */
const LOWEST = 0.25;
const HIGHEST = 4;

/**
 * Adds the sample of one call: `ratio + w · (theirs / ours − ratio)` with `w = max(1 / n, 0.2)` for the n-th
 * sample. So the first five are averaged, and each later one counts a fifth. A sample that is too small to
 * mean anything is ignored.
 */
export const withSample = (before: Calibration | null, ours: number, theirs: number): Calibration | null => {
  if (!(ours >= MIN_TOKENS) || !(theirs > 0) || !Number.isFinite(theirs)) return before;
  const sample = Math.min(HIGHEST, Math.max(LOWEST, theirs / ours));
  const samples = (before?.samples ?? 0) + 1;
  const ratio = before?.ratio ?? sample;
  return { ratio: ratio + Math.max(1 / samples, NEWEST_WEIGHT) * (sample - ratio), samples };
};

/** What the provider will probably count. An exact count needs no correction. */
export const calibrated = (
  count: { readonly tokens: number; readonly exact: boolean },
  calibration: Calibration | null,
): number =>
  count.exact || !calibration ? count.tokens : Math.max(0, Math.round(count.tokens * calibration.ratio));
