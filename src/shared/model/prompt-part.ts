import { layersWhere, LISTED_BY_FATE } from "./layer.ts";
import type { Manifest, Segment, SegmentReason } from "./manifest.ts";
import { isExact, isFileSource, segmentSize } from "./segment-size.ts";

/**
 * What a user picks in a prompt. A file is a part; all tools are one part, and so are the memories and the earlier
 * messages of one fate, because nobody wants to read two hundred lines about them.
 */
export type PromptPart = {
  /** Of its only segment, else `<layer>/<fate>` or `<layer>/all`. */
  readonly id: string;
  readonly layer: string;
  /** Project-relative path of a file, else null. */
  readonly path: string | null;
  readonly fate: "in" | "cut" | "out";
  readonly reason: SegmentReason | null;
  /** Tokens of the whole and of what is sent of it. */
  readonly raw: number;
  readonly sent: number;
  /** Tokens that are sent around a file's text: its header, the marker at a cut. */
  readonly framing: number;
  /** False: all figures are estimates. */
  readonly exact: boolean;
  /** Tokens of the whole that are not sent, and their share of it, 0 to 1. */
  readonly missing: number;
  readonly removed: number;
  readonly priority: number | null;
  readonly segments: readonly Segment[];
};

/** In the order of the prompt. The same manifest has the same parts, and an unchanged segment the same part. */
export const partsOf = (manifest: Manifest): readonly PromptPart[] => {
  const known = partsByManifest.get(manifest);
  if (known) return known;
  const parts = madeParts(manifest);
  partsByManifest.set(manifest, parts);
  return parts;
};

/** By id. Made once per list of parts: while a divider moves, several places look things up in it. */
export const partsById = <P extends PromptPart>(parts: readonly P[]): ReadonlyMap<string, P> => {
  const known = mapsByParts.get(parts);
  // The list that a map is kept for has the type of the map's values.
  if (known) return known as ReadonlyMap<string, P>;
  const map = new Map(parts.map((part) => [part.id, part]));
  mapsByParts.set(parts, map);
  return map;
};

export const fateOf = (status: Segment["status"]): PromptPart["fate"] => {
  if (status === "included") return "in";
  return status === "truncated" || status === "summarised" ? "cut" : "out";
};

const partsByManifest = new WeakMap<Manifest, readonly PromptPart[]>();
const mapsByParts = new WeakMap<readonly PromptPart[], ReadonlyMap<string, PromptPart>>();
const partsBySegment = new WeakMap<Segment, PromptPart>();

const madeParts = (manifest: Manifest): readonly PromptPart[] => {
  const { exact } = manifest;
  const parts: PromptPart[] = [];
  const groups = new Map<string, Segment[]>();
  for (const segment of manifest.segments) {
    // Only a segment that is a part of its own is known: which group it is in need not be worked out again.
    const own = partsBySegment.get(segment);
    if (own?.exact === isExact(segment, exact)) {
      parts.push(own);
      continue;
    }
    const group = groupOf(segment);
    if (group === null) {
      if (!isNothing(segment)) parts.push(ownPart(segment, exact));
      continue;
    }
    const known = groups.get(group);
    if (known) known.push(segment);
    else {
      const members: Segment[] = [segment];
      groups.set(group, members);
      parts.push({ ...PLACEHOLDER, id: group, exact, segments: members });
    }
  }
  return groups.size === 0 ? parts : parts.map((part) => (groups.has(part.id) ? grouped(part) : part));
};

const SETS = layersWhere(({ listed }) => listed === "set");

const groupOf = (segment: Segment): string | null => {
  // MEMORY.md itself is a file; a memory only comes from one.
  if (segment.id === `${segment.layer}:${segment.source}`) return null;
  // A question with a part of a document is looked at by itself.
  if (segment.reason === "passages" || segment.reason === "pictures") return null;
  if (segment.reason === "shelf") return `${segment.layer}/shelf`;
  // Tools with shortened descriptions are the same tools.
  if (SETS.has(segment.layer)) return `${segment.layer}/all`;
  return LISTED_BY_FATE.has(segment.layer) ? `${segment.layer}/${fateOf(segment.status)}` : null;
};

/** A file that does not exist and that nothing asks for. */
const isNothing = (segment: Segment) =>
  segment.status === "missing" || (segment.raw.tokens === 0 && segment.sent.tokens === 0);

const ownPart = (segment: Segment, exact: boolean): PromptPart => {
  const part = partOf(segment, exact);
  partsBySegment.set(segment, part);
  return part;
};

const partOf = (segment: Segment, exact: boolean): PromptPart => ({
  ...segmentSize(segment),
  exact: isExact(segment, exact),
  id: segment.id,
  layer: segment.layer,
  path: isFileSource(segment.source) ? segment.source : null,
  fate: fateOf(segment.status),
  reason: segment.reason,
  removed: segment.removed,
  priority: segment.detail?.priority ?? null,
  segments: [segment],
});

const PLACEHOLDER: Omit<PromptPart, "id" | "segments"> = {
  layer: "",
  path: null,
  fate: "in",
  reason: null,
  raw: 0,
  sent: 0,
  missing: 0,
  framing: 0,
  exact: true,
  removed: 0,
  priority: null,
};

const grouped = ({ id, exact, segments }: PromptPart): PromptPart => {
  const raw = sum(segments, (each) => each.raw.tokens);
  const missing = sum(segments, (each) => Math.round(each.removed * each.raw.tokens));
  const first = segments[0];
  return {
    ...PLACEHOLDER,
    id,
    exact,
    layer: first?.layer ?? "",
    fate: segments.some((each) => fateOf(each.status) === "cut")
      ? "cut"
      : fateOf(first?.status ?? "included"),
    reason: segments.find((each) => each.reason !== null)?.reason ?? null,
    raw,
    sent: sum(segments, (each) => each.sent.tokens),
    missing,
    removed: raw === 0 ? 0 : missing / raw,
    segments,
  };
};

const sum = (segments: readonly Segment[], of: (segment: Segment) => number): number => {
  let total = 0;
  for (const segment of segments) total += of(segment);
  return total;
};
