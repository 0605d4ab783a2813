/** How fast a model reads a prompt. */
export type PrefillSpeed = {
  /** Milliseconds to the first piece of an answer for each token that was read again, smoothed. */
  readonly msPerToken: number;
  readonly samples: number;
};

/** One turn: what the server had to read, and when its answer began. */
export type PrefillSample = {
  readonly tokens: number;
  /** Of these the server says it had them in its cache; null when it does not say. */
  readonly cached: number | null;
  /** Whether the session's last prompt began the same, so that a server that says nothing may have had it. */
  readonly mayBeCached: boolean;
  /** Milliseconds from the request to the first piece of the answer. */
  readonly firstAfter: number;
};

/**
 * Takes in one turn, weighted as a calibration is: the first five are averaged, later ones count a fifth. A
 * turn of which nobody knows how much was read, or that read next to nothing, says nothing.
 */
export const withPrefill = (before: PrefillSpeed | null, sample: PrefillSample): PrefillSpeed | null => {
  const { tokens, cached, mayBeCached, firstAfter } = sample;
  if (cached === null && mayBeCached) return before;
  const fresh = tokens - (cached ?? 0);
  if (!(fresh >= FEWEST_TOKENS) || !(firstAfter > 0)) return before;
  const samples = (before?.samples ?? 0) + 1;
  const now = firstAfter / fresh;
  const known = before?.msPerToken ?? now;
  return { msPerToken: known + Math.max(1 / samples, NEWEST_WEIGHT) * (now - known), samples };
};

/** Below this many tokens the way to the server and back outweighs the reading. */
const FEWEST_TOKENS = 200;
const NEWEST_WEIGHT = 0.2;
