import { expect, it } from "vitest";

import { leftOutTokens, partsOf } from "./parts.ts";
import { manifestOf, segmentOf } from "#shared/model/test-manifest.ts";

it("makes one part of all tools, and keeps sent and forgotten memories apart", () => {
  const parts = partsOf(
    manifestOf([
      segmentOf({ id: "tools:a", layer: "tools", source: "tool:a", tokens: 10 }),
      segmentOf({ id: "tools:b", layer: "tools", source: "tool:b", tokens: 20 }),
      segmentOf({ id: "memory:1", layer: "memory", source: "memory/1", tokens: 5 }),
      segmentOf({ id: "memory:2", layer: "memory", source: "memory/2", tokens: 7, status: "trimmed" }),
    ]),
  );
  expect(parts.map(({ title, raw, sent, fate }) => [title, raw, sent, fate])).toEqual([
    ["2 tools", 30, 30, "in"],
    ["1 memory", 5, 5, "in"],
    ["1 memory", 7, 0, "out"],
  ]);
});

it("counts what is cut off and what is left out as missing, and nothing else", () => {
  const parts = partsOf(
    manifestOf([
      segmentOf({ id: "files:w/A.md", source: "w/A.md", tokens: 100 }),
      segmentOf({ id: "files:w/B.md", source: "w/B.md", tokens: 200, status: "truncated", sent: 50 }),
      segmentOf({ id: "files:w/C.md", source: "w/C.md", tokens: 30, status: "excluded" }),
    ]),
  );
  expect(leftOutTokens(parts)).toBe(180);
});

it("keeps the parts of unchanged segments, wherever they move to, and makes that of a changed one again", () => {
  const [first, second] = ["A", "B"].map((name) =>
    segmentOf({ id: `files:w/${name}.md`, source: `w/${name}.md`, tokens: 100 }),
  ) as [ReturnType<typeof segmentOf>, ReturnType<typeof segmentOf>];
  const before = partsOf(manifestOf([first, second]));
  const cut = partsOf(manifestOf([first, { ...second, status: "excluded", removed: 1 }]));
  expect(cut[0]).toBe(before[0]);
  expect(cut[1]?.missing).toBe(100);
  const turned = partsOf(manifestOf([second, first]));
  expect([turned[0], turned[1]]).toEqual([before[1], before[0]]);
  expect(turned[0]).toBe(before[1]);
});
