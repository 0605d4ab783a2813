import type { z } from "zod";
import type { segmentDiff } from "#shared/contract/context.ts";
import type { Manifest, Segment } from "#shared/model/manifest.ts";
import { segmentSize } from "#shared/model/segment-size.ts";

export type SegmentDiff = z.output<typeof segmentDiff>;
export type RunDiff = {
  readonly segments: SegmentDiff[];
  readonly tokens: { readonly before: number; readonly after: number };
};

/** Segment by segment, in the order of the later run. A segment that it no longer has keeps its earlier position. */
export const diffRuns = (before: Manifest, after: Manifest): RunDiff => {
  const old = new Map(before.segments.map((segment) => [segment.id, segment]));
  const isNew = new Set(after.segments.map((segment) => segment.id));
  const goneAfter = goneByPredecessor(before.segments, isNew);

  const segments = (goneAfter.get(null) ?? []).map(removed);
  for (const segment of after.segments) {
    const was = old.get(segment.id);
    segments.push(was ? compared(was, segment) : added(segment));
    segments.push(...(goneAfter.get(segment.id) ?? []).map(removed));
  }
  segments.push(...headers(before, after));
  return { segments, tokens: { before: before.window.used, after: after.window.used } };
};

/** Removed segments, by the nearest segment before them that remains. */
const goneByPredecessor = (segments: readonly Segment[], stays: ReadonlySet<string>) => {
  const gone = new Map<string | null, Segment[]>();
  let predecessor: string | null = null;
  for (const segment of segments) {
    if (stays.has(segment.id)) {
      predecessor = segment.id;
      continue;
    }
    const list = gone.get(predecessor);
    if (list) list.push(segment);
    else gone.set(predecessor, [segment]);
  }
  return gone;
};

const added = (segment: Segment): SegmentDiff => entry(segment, "added", null, segment);
const removed = (segment: Segment): SegmentDiff => entry(segment, "removed", segment, null);
const compared = (was: Segment, is: Segment): SegmentDiff =>
  entry(is, isSame(was, is) ? "same" : "changed", was, is);

/** The position does not matter: an earlier segment that grew moves all that follow. */
const isSame = (a: Segment, b: Segment) =>
  a.sha256 === b.sha256 &&
  a.status === b.status &&
  a.reason === b.reason &&
  a.sent.tokens === b.sent.tokens &&
  a.sent.chars === b.sent.chars &&
  a.layer === b.layer &&
  a.role === b.role;

const entry = (
  { id, layer, source }: Segment,
  change: SegmentDiff["change"],
  before: Segment | null,
  after: Segment | null,
): SegmentDiff => ({
  id,
  layer,
  source,
  change,
  before: state(before),
  after: state(after),
  isOtherText: before?.sha256 !== after?.sha256,
});

const state = (segment: Segment | null) =>
  segment && { status: segment.status, tokens: segmentSize(segment).sent, reason: segment.reason };

/** Headers and marks around the files, as one row, so that the rows add up to the difference between the two runs. */
const headers = (before: Manifest, after: Manifest): SegmentDiff[] => {
  const [was, is] = [framingOf(before), framingOf(after)];
  if (was === 0 && is === 0) return [];
  const status = "included" as const;
  return [
    {
      id: "overhead:headers",
      layer: "overhead",
      source: "headers",
      change: was === is ? "same" : "changed",
      before: { status, tokens: was, reason: null },
      after: { status, tokens: is, reason: null },
      isOtherText: was !== is,
    },
  ];
};

const framingOf = ({ segments }: Manifest): number =>
  Math.max(
    0,
    segments.reduce((sum, segment) => sum + segmentSize(segment).framing, 0),
  );
