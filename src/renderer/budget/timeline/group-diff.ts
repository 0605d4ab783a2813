import type { z } from "zod";
import type { segmentDiff } from "#shared/contract/context.ts";
import { LISTED_TOGETHER } from "#shared/model/layer.ts";

export type SegmentDiff = z.output<typeof segmentDiff>;
export type DiffRow = SegmentDiff & {
  /** How many segments of each side are sent, and how many of B's became a summary or no longer fit. */
  readonly counts: {
    readonly before: number;
    readonly after: number;
    readonly summarised: number;
    readonly dropped: number;
  };
};

/** Tools, memories and messages are one row each: their single changes would be too many rows. */
export const groupDiff = (segments: readonly SegmentDiff[]): readonly DiffRow[] => {
  const rows = new Map<string, DiffRow>();
  for (const segment of segments) {
    const key = LISTED_TOGETHER.has(segment.layer) ? segment.layer : segment.id;
    const known = rows.get(key);
    rows.set(key, known ? together(known, segment) : { ...segment, id: key, counts: countsOf(segment) });
  }
  return [...rows.values()];
};

const together = (row: DiffRow, segment: SegmentDiff): DiffRow => ({
  ...row,
  before: added(row.before, segment.before),
  after: added(row.after, segment.after),
  change: changeOf(row, segment.change),
  isOtherText: row.isOtherText || segment.isOtherText,
  counts: sum(row.counts, countsOf(segment)),
});

type Side = SegmentDiff["before"];

const added = (one: Side, other: Side): Side =>
  one && other ? { ...one, tokens: one.tokens + other.tokens } : (one ?? other);

/** Equal changes stay what they are; different ones together are a change. */
const changeOf = (row: DiffRow, change: SegmentDiff["change"]): SegmentDiff["change"] =>
  row.change === change ? change : "changed";

const countsOf = ({ before, after }: SegmentDiff): DiffRow["counts"] => {
  const wasSent = isSent(before);
  return {
    before: wasSent ? 1 : 0,
    after: isSent(after) ? 1 : 0,
    summarised: wasSent && after?.status === "summarised" ? 1 : 0,
    dropped: wasSent && !isSent(after) && after?.status !== "summarised" ? 1 : 0,
  };
};

const sum = (one: DiffRow["counts"], other: DiffRow["counts"]): DiffRow["counts"] => ({
  before: one.before + other.before,
  after: one.after + other.after,
  summarised: one.summarised + other.summarised,
  dropped: one.dropped + other.dropped,
});

const isSent = (side: Side) => side !== null && side.tokens > 0;
