import type { Manifest } from "#shared/model/manifest.ts";

const MAX_LISTED = 20;

/** Sources of which fewer tokens are sent, the largest loss first. */
export const pushedOut = (now: Manifest, then: Manifest) => {
  const after = new Map(then.segments.map(({ id, sent }) => [id, sent.tokens]));
  return now.segments
    .map(({ id, source, sent }) => ({ source, tokens: sent.tokens - (after.get(id) ?? 0) }))
    .filter(({ tokens }) => tokens > 0)
    .sort((a, b) => b.tokens - a.tokens)
    .slice(0, MAX_LISTED);
};
