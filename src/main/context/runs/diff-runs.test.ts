import { expect, it } from "vitest";
import { diffRuns } from "./diff-runs.ts";
import { testManifest, testSegment } from "./test-run.ts";

const changes = (before: Parameters<typeof testManifest>[1], after: Parameters<typeof testManifest>[1]) =>
  diffRuns(testManifest("a", before), testManifest("b", after)).segments.map(({ id, change }) => [
    id,
    change,
  ]);

it("names every segment of either run once, the removed where they stood", () => {
  const before = ["x", "a", "y", "z", "b"].map((id) => testSegment(id));
  const after = ["a", "n", "b", "m"].map((id) => testSegment(id));
  expect(changes(before, after)).toEqual([
    ["x", "removed"],
    ["a", "same"],
    ["y", "removed"],
    ["z", "removed"],
    ["n", "added"],
    ["b", "same"],
    ["m", "added"],
  ]);
});

it("calls a segment changed when its text, size, status or reason is another, and not when it only moved", () => {
  const was = testSegment("a");
  expect(changes([was], [{ ...was, message: 1, range: [5, 45] }])).toEqual([["a", "same"]]);
  expect(changes([was], [{ ...was, sha256: "01" }])).toEqual([["a", "changed"]]);
  expect(changes([was], [{ ...was, status: "excluded", reason: "scope" }])).toEqual([["a", "changed"]]);
  expect(changes([was], [{ ...was, sent: { tokens: 9, chars: 40 } }])).toEqual([["a", "changed"]]);
});

it("tells the tokens before and after, of each segment and of both runs", () => {
  const was = testSegment("a");
  const is = testSegment("a", { status: "truncated", reason: "window", sent: { tokens: 4, chars: 16 } });
  const diff = diffRuns(
    testManifest("a", [was]),
    testManifest("b", [is], { window: { max: 8, reservedOutput: 1, used: 4, free: 3, percent: 50 } }),
  );
  expect(diff.tokens).toEqual({ before: 100, after: 4 });
  expect(diff.segments[0]).toMatchObject({
    before: { status: "included", tokens: 10 },
    after: { status: "truncated", tokens: 4 },
  });
});
