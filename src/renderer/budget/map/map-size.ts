import type { Manifest } from "#shared/model/manifest.ts";
import type { MovedPart } from "#shared/model/moved-result.ts";
import type { Part } from "./parts.ts";

/**
 * What the size of a tile means: the whole text, what of it is sent, what the provider bills of that after its cache,
 * or how much it moved the last answer.
 */
export const MAP_SIZES = ["disk", "sent", "billed", "moved"] as const;
export type MapSize = (typeof MAP_SIZES)[number];

export type SizeInput = {
  readonly manifest: Manifest;
  /** Tokens at the beginning of the prompt that the provider still has. */
  readonly prefix: number;
  /** What a cached token costs of a fresh one, 0 to 1; 0 on this machine, where it is not read again. */
  readonly cachedShare: number;
  /** Of the last answer, by segment. */
  readonly moved: ReadonlyMap<string, MovedPart>;
};

/** The parts with the size they are drawn in. */
export const sizedParts = (
  parts: readonly Part[],
  size: MapSize,
  { manifest, prefix, cachedShare, moved }: SizeInput,
): readonly Part[] => {
  if (size === "disk") return parts;
  if (size === "sent") return parts.map((part) => ({ ...part, drawnAs: part.sent }));
  if (size === "moved")
    return parts.map((part) => {
      const drops = part.segments.map(({ id }) => Math.max(0, moved.get(id)?.drop ?? 0));
      return { ...part, drawnAs: Math.round(MOVED_UNIT * drops.reduce((sum, drop) => sum + drop, 0)) };
    });
  const cached = cachedTokens(manifest, prefix);
  return parts.map((part) => {
    const reused = Math.min(
      part.sent,
      part.segments.reduce((sum, { id }) => sum + (cached.get(id) ?? 0), 0),
    );
    return { ...part, drawnAs: Math.round(part.sent - reused * (1 - cachedShare)) };
  });
};

/** Sizes are whole numbers; logarithms are small ones. */
const MOVED_UNIT = 1000;

/** Of each segment the tokens that lie in the part the provider still has. Definitions of tools come first. */
const cachedTokens = ({ segments }: Manifest, prefix: number): ReadonlyMap<string, number> => {
  const sent = segments
    .filter((segment) => segment.sent.tokens > 0)
    .toSorted((a, b) => (a.message ?? -1) - (b.message ?? -1) || (a.range?.[0] ?? 0) - (b.range?.[0] ?? 0));
  const cached = new Map<string, number>();
  let left = prefix;
  for (const segment of sent) {
    const tokens = Math.min(left, segment.sent.tokens);
    cached.set(segment.id, tokens);
    left -= tokens;
  }
  return cached;
};
