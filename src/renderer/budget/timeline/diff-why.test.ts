import { expect, it } from "vitest";
import { diffWhy } from "./diff-why.ts";
import { groupDiff, type SegmentDiff } from "./group-diff.ts";

type State = NonNullable<SegmentDiff["before"]>;
const sent = (tokens: number): State => ({ status: "included", tokens, reason: null });
const out = (reason: State["reason"], status = "excluded"): State => ({ status, tokens: 0, reason });

const why = (layer: string, ...pairs: readonly [State | null, State | null, boolean?][]) => {
  const segments = pairs.map(([before, after, isOtherText = false], index): SegmentDiff => {
    const change = before === null ? "added" : after === null ? "removed" : "changed";
    return { id: `${layer}:${index}`, layer, source: `w/${index}.md`, change, before, after, isOtherText };
  });
  return groupDiff(segments).map(diffWhy);
};

it("says what became of a file, and which limit did it", () => {
  expect(why("files", [sent(10), sent(14), true])).toEqual(["Its text was changed"]);
  expect(why("files", [sent(10), out("total-limit", "dropped")])).toEqual([
    "Left out: the files’ share is full",
  ]);
  expect(why("files", [sent(10), { status: "truncated", tokens: 4, reason: "per-file-limit" }])).toEqual([
    "Cut: longer than a file may be",
  ]);
  expect(why("files", [{ status: "truncated", tokens: 4, reason: "window" }, sent(8)])).toEqual([
    "There is room for all of it now",
  ]);
  expect(why("files", [out("explicit-exclude"), sent(8)])).toEqual([
    "Sent now; before: on the list of files to leave out",
  ]);
  expect(why("files", [null, sent(8)])).toEqual(["Was not there at A"]);
});

it("counts what was said, summarised and dropped of a conversation separately", () => {
  expect(
    why(
      "history",
      [sent(50), out(null, "summarised")],
      [sent(20), out("window", "dropped")],
      [sent(20), sent(20)],
      [null, sent(30)],
      [null, sent(30)],
    ),
  ).toEqual(["2 messages were said since, 1 was summarised, 1 no longer fits"]);
});

it("explains memories by the question, and tools by their number", () => {
  expect(why("memory", [sent(9), null], [sent(9), sent(8)])).toEqual(["Another question recalls 1, not 2"]);
  expect(why("tools", [sent(9), sent(9)], [null, sent(8)])).toEqual(["1 tool more"]);
  expect(why("message", [sent(9), sent(4)])).toEqual(["Another question"]);
});
