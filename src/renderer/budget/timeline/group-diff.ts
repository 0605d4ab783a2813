import type { z } from "zod";
import type { segmentDiff } from "#shared/contract/context.ts";
import { layersWhere } from "#shared/model/layer.ts";

export type SegmentDiff = z.output<typeof segmentDiff>;
export type DiffRow = SegmentDiff & {
  /** How many segments of each side the row combines. */
  readonly counts: { readonly before: number; readonly after: number };
};

/** Tools, memories and messages are one row each: their single changes would be too many rows. */
export const groupDiff = (segments: readonly SegmentDiff[]): readonly DiffRow[] => {
  const rows = new Map<string, DiffRow>();
  for (const segment of segments) {
    const key = TOGETHER.has(segment.layer) ? segment.layer : segment.id;
    const known = rows.get(key);
    rows.set(key, known ? together(known, segment) : { ...segment, id: key, counts: countsOf(segment) });
  }
  return [...rows.values()];
};

const TOGETHER = layersWhere(({ listed }) => listed !== "each");

const together = (row: DiffRow, { before, after, change }: SegmentDiff): DiffRow => ({
  ...row,
  before: added(row.before, before),
  after: added(row.after, after),
  change: changeOf(row, change),
  counts: {
    before: row.counts.before + (isSent(before) ? 1 : 0),
    after: row.counts.after + (isSent(after) ? 1 : 0),
  },
});

type Side = SegmentDiff["before"];

const added = (one: Side, other: Side): Side =>
  one && other ? { status: one.status, tokens: one.tokens + other.tokens } : (one ?? other);

/** Equal changes stay what they are; different ones together are a change. */
const changeOf = (row: DiffRow, change: SegmentDiff["change"]): SegmentDiff["change"] =>
  row.change === change ? change : "changed";

const countsOf = ({ before, after }: SegmentDiff) => ({
  before: isSent(before) ? 1 : 0,
  after: isSent(after) ? 1 : 0,
});

const isSent = (side: Side) => side !== null && side.tokens > 0;
