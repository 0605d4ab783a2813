/** How fast a model reads a prompt. */
export type PrefillSpeed = {
  /** Milliseconds to the first piece of an answer per token that was not cached, smoothed. */
  readonly msPerToken: number;
  readonly samples: number;
};

/** One turn: what the server had to read, and when its answer began. */
export type PrefillSample = {
  readonly tokens: number;
  /** Tokens that the server reports as cached; null when it does not report any. */
  readonly cached: number | null;
  /**
   * Whether the session's last prompt began the same, so that a server that reports nothing may have had it
   * cached.
   */
  readonly mayBeCached: boolean;
  /** Milliseconds from the request to the first piece of the answer. */
  readonly firstAfter: number;
};

/**
 * Adds one turn, weighted like a calibration: the first five are averaged, later ones count a fifth. A turn
 * that read an unknown number of tokens, or next to none, is ignored.
 */
export const withPrefill = (before: PrefillSpeed | null, sample: PrefillSample): PrefillSpeed | null => {
  const { tokens, cached, mayBeCached, firstAfter } = sample;
  if (cached === null && mayBeCached) return before;
  const fresh = tokens - (cached ?? 0);
  if (!(fresh >= MIN_TOKENS) || !(firstAfter > 0)) return before;
  const samples = (before?.samples ?? 0) + 1;
  const now = firstAfter / fresh;
  const known = before?.msPerToken ?? now;
  return { msPerToken: known + Math.max(1 / samples, NEWEST_WEIGHT) * (now - known), samples };
};

/** Below this many tokens the network round trip outweighs the reading. */
const MIN_TOKENS = 200;
const NEWEST_WEIGHT = 0.2;
