import { expect, it } from "vitest";
import type { Manifest } from "#shared/model/manifest.ts";
import { effectOf, growthKey } from "#shared/model/prompt-effect.ts";
import { manifestOf, segmentOf } from "#shared/model/test-manifest.ts";
import { partsOf } from "../map/parts.ts";
import { type Effect, namedEffect } from "./effect.ts";

const between = (before: Manifest, after: Manifest) => namedEffect(effectOf(before, after));

it("reports what a change brings in and what it pushes out", () => {
  const before = manifestOf([
    segmentOf({ id: "files:w/A.md", source: "w/A.md", tokens: 100 }),
    segmentOf({ id: "files:w/B.md", source: "w/B.md", tokens: 200, status: "truncated", sent: 50 }),
    segmentOf({ id: "files:w/C.md", source: "w/C.md", tokens: 30, status: "excluded" }),
  ]);
  const after = manifestOf([
    segmentOf({ id: "files:w/A.md", source: "w/A.md", tokens: 100, status: "excluded" }),
    segmentOf({ id: "files:w/B.md", source: "w/B.md", tokens: 200, status: "truncated", sent: 40 }),
    segmentOf({ id: "files:w/C.md", source: "w/C.md", tokens: 30 }),
  ]);
  expect(between(before, after)).toMatchObject({
    comesIn: ["C.md"],
    pushedOut: ["A.md"],
    shortened: ["B.md"],
    tokens: -80,
  } satisfies Partial<Effect>);
});

it("knows that memories come back although they are parts only together, and says how many", () => {
  const memory = (name: string, status?: "excluded") =>
    segmentOf({
      id: `memory:${name}`,
      source: "workspace/MEMORY.md",
      layer: "memory",
      tokens: 10,
      ...(status && { status }),
    });
  const before = manifestOf([memory("a"), memory("b", "excluded"), memory("c", "excluded")]);
  const after = manifestOf([memory("a"), memory("b"), memory("c", "excluded")]);
  const left = partsOf(before).find(({ fate }) => fate === "out");
  const effect = between(before, after);
  expect(left && effect.grown.find(({ key }) => key === growthKey(left))).toMatchObject({
    kept: 20,
    raw: 30,
  });
  expect(effect).toMatchObject({ comesIn: ["1 memory"], pushedOut: [], shortened: [] });
  expect(between(after, before)).toMatchObject({ comesIn: [], pushedOut: ["1 memory"], shortened: [] });
});
