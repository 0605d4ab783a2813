import { expect, it } from "vitest";
import { groupDiff, type SegmentDiff } from "./group-diff.ts";

const diff = (id: string, layer: string, before: number | null, after: number | null): SegmentDiff => ({
  id,
  layer,
  source: id,
  change: before === null ? "added" : after === null ? "removed" : before === after ? "same" : "changed",
  before: before === null ? null : { status: "included", tokens: before, reason: null },
  after: after === null ? null : { status: "included", tokens: after, reason: null },
  isOtherText: before !== after,
});

it("makes one row of all memories and leaves files alone", () => {
  const rows = groupDiff([
    diff("files:a", "files", 10, 10),
    diff("memory:1", "memory", 50, null),
    diff("memory:2", "memory", 20, 20),
    diff("memory:3", "memory", null, 30),
  ]);
  expect(
    rows.map(({ id, change, before, after, counts }) => [id, change, before?.tokens, after?.tokens, counts]),
  ).toEqual([
    ["files:a", "same", 10, 10, { before: 1, after: 1, summarised: 0, dropped: 0 }],
    ["memory", "changed", 70, 50, { before: 2, after: 2, summarised: 0, dropped: 1 }],
  ]);
});

it("calls a group new when everything in it is", () => {
  expect(
    groupDiff([diff("history:1", "history", null, 5), diff("history:2", "history", null, 6)])[0],
  ).toMatchObject({
    change: "added",
    after: { tokens: 11 },
  });
});
