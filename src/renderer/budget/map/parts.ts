import { layersWhere } from "#shared/model/layer.ts";
import type { Manifest, Segment, SegmentReason } from "#shared/model/manifest.ts";
import { isFileSource, segmentSize } from "#shared/model/segment-size.ts";
import { t } from "../../ui/messages/index.ts";

/**
 * What a person sees of a prompt. A file is a part; tools, memories and turns of one fate are one part
 * together, because nobody wants to read two hundred lines about them.
 */
export type Part = {
  readonly id: string;
  readonly layer: string;
  readonly title: string;
  /** Project-relative path of a file, else null. */
  readonly path: string | null;
  readonly fate: "in" | "cut" | "out";
  readonly reason: SegmentReason | null;
  /** Tokens of the whole and of what of it is sent. Headers and markers of files are a part of their own. */
  readonly raw: number;
  readonly sent: number;
  /** Tokens that are sent around a file's text; counted in the part of the headers. */
  readonly framing: number;
  /** False: all figures are estimates. */
  readonly exact: boolean;
  /** Tokens of the whole that are not sent, and their share of it, 0 to 1. */
  readonly missing: number;
  readonly removed: number;
  readonly priority: number | null;
  readonly segments: readonly Segment[];
  /** Tokens by which it is drawn on the map, where its own number changes with what is sent. */
  readonly drawnAs?: number;
};

/** In the order of the prompt. The same manifest gives the same parts, and a segment that stayed its part. */
export const partsOf = (manifest: Manifest): readonly Part[] => {
  const known = partsByManifest.get(manifest);
  if (known) return known;
  const parts = madeParts(manifest);
  partsByManifest.set(manifest, parts);
  return parts;
};

/** By id. Made once for a list of parts: while a divider moves several look things up in it. */
export const partsById = (parts: readonly Part[]): ReadonlyMap<string, Part> => {
  const known = mapsByParts.get(parts);
  if (known) return known;
  const map = new Map(parts.map((part) => [part.id, part]));
  mapsByParts.set(parts, map);
  return map;
};

export const fateOf = (status: Segment["status"]): Part["fate"] => {
  if (status === "included") return "in";
  return status === "truncated" || status === "summarised" ? "cut" : "out";
};

/** Tokens of everything that is not sent. */
export const leftOutTokens = (parts: readonly Part[]): number =>
  parts.reduce((sum, part) => sum + part.missing, 0);

const partsByManifest = new WeakMap<Manifest, readonly Part[]>();
const mapsByParts = new WeakMap<readonly Part[], ReadonlyMap<string, Part>>();
const partsBySegment = new WeakMap<Segment, Part>();

const madeParts = (manifest: Manifest): readonly Part[] => {
  const { exact } = manifest;
  const parts: Part[] = [];
  const groups = new Map<string, Segment[]>();
  for (const segment of manifest.segments) {
    const group = groupOf(segment);
    if (group === null) {
      if (!isNothing(segment)) parts.push(knownPart(segment, exact));
      continue;
    }
    const known = groups.get(group);
    if (known) known.push(segment);
    else {
      const members: Segment[] = [segment];
      groups.set(group, members);
      parts.push({ ...placeholder, id: group, exact, segments: members });
    }
  }
  const all = groups.size === 0 ? parts : parts.map((part) => (groups.has(part.id) ? grouped(part) : part));
  return [...all, ...headersOf(all, exact)];
};

/** What is sent around the files of each layer, so that the parts of a layer add up to the layer. */
const headersOf = (parts: readonly Part[], exact: boolean): readonly Part[] => {
  const byLayer = new Map<string, { tokens: number; files: number }>();
  for (const { layer, path, framing } of parts) {
    if (path === null) continue;
    const sum = byLayer.get(layer) ?? { tokens: 0, files: 0 };
    byLayer.set(layer, { tokens: sum.tokens + framing, files: sum.files + 1 });
  }
  return [...byLayer].flatMap(([layer, { tokens, files }]): Part[] =>
    tokens <= 0
      ? []
      : [
          {
            ...placeholder,
            id: `${layer}/headers`,
            layer,
            title: t.budget.headers,
            raw: tokens,
            sent: tokens,
            exact,
            segments: [],
            drawnAs: files * HEADER_TOKENS,
          },
        ],
  );
};

/** About what the line with a file's name costs. */
const HEADER_TOKENS = 8;

const SETS = layersWhere(({ listed }) => listed === "set");
const BY_FATE = layersWhere(({ listed }) => listed === "by-fate");

const groupOf = (segment: Segment): string | null => {
  // MEMORY.md itself is a file; a memory only comes from one.
  if (segment.id === `${segment.layer}:${segment.source}`) return null;
  // Tools with shortened descriptions are the same tools.
  if (SETS.has(segment.layer)) return `${segment.layer}/all`;
  return BY_FATE.has(segment.layer) ? `${segment.layer}/${fateOf(segment.status)}` : null;
};

/** A file that is neither there nor wanted by anybody is no news. */
const isNothing = (segment: Segment) =>
  segment.status === "missing" || (segment.raw.tokens === 0 && segment.sent.tokens === 0);

const knownPart = (segment: Segment, exact: boolean): Part => {
  const known = partsBySegment.get(segment);
  if (known?.exact === exact) return known;
  const part = partOf(segment, exact);
  partsBySegment.set(segment, part);
  return part;
};

const partOf = (segment: Segment, exact: boolean): Part => ({
  ...segmentSize(segment),
  exact,
  id: segment.id,
  layer: segment.layer,
  title: titleOf(segment),
  path: isFileSource(segment.source) ? segment.source : null,
  fate: fateOf(segment.status),
  reason: segment.reason,
  removed: segment.removed,
  priority: segment.detail?.priority ?? null,
  segments: [segment],
});

const titleOf = ({ id, layer, source, detail }: Segment): string =>
  t.budget.segmentNames[id] ??
  (layer === "message" ? t.budget.layers["message"] : undefined) ??
  detail?.title ??
  source.slice(source.lastIndexOf("/") + 1);

const placeholder: Omit<Part, "id" | "segments"> = {
  layer: "",
  title: "",
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

const grouped = ({ id, exact, segments }: Part): Part => {
  const raw = sum(segments, (each) => each.raw.tokens);
  const missing = sum(segments, (each) => Math.round(each.removed * each.raw.tokens));
  const first = segments[0];
  const layer = first?.layer ?? "";
  return {
    ...placeholder,
    id,
    exact,
    layer,
    title: t.budget.groups(layer, segments.length),
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
