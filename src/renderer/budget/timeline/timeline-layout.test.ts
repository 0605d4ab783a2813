import { expect, it } from "vitest";
import type { RunShape } from "#shared/contract/context.ts";
import { compactLine, compactTokens, isReadAgain, labelsApart, timelineLayout } from "./timeline-layout.ts";

const run = (fields: Partial<RunShape>): RunShape => ({
  id: "r",
  at: "2026-01-01T00:00:00.000Z",
  agent: "main",
  session: null,
  profile: "layered",
  model: null,
  used: 100,
  window: 1000,
  reservedOutput: 100,
  layers: [],
  exact: true,
  compacted: null,
  prefix: { stableTokens: 0, brokenBy: null },
  turn: null,
  ...fields,
});

it("draws the threshold of each turn's own profile and window", () => {
  const runs = [run({ compactAt: 0.5 }), run({ compactAt: 0.85 }), run({ compactAt: 0.85, window: 500 })];
  const layout = timelineLayout(runs, 600, 200);
  const [first, second, third] = runs.map((each) => layout.y(compactTokens(each)));
  expect(compactLine(runs, layout)).toBe(
    `M${layout.x(0)} ${first}H${layout.x(1)}L${layout.x(1)} ${second}H${layout.x(2)}L${layout.x(2)} ${third}H${layout.right}`,
  );
  expect(compactTokens(run({ compactAt: 0.5 }))).toBe(450);
});

it("marks a turn as read again only when a steady layer changed", () => {
  const brokenBy = (id: string | null) => isReadAgain(run({ prefix: { stableTokens: 0, brokenBy: id } }));
  expect(["soul:SOUL.md", "files:workspace/a.md", "tools"].map(brokenBy)).toEqual([true, true, true]);
  expect(["memory:h1", "history:m1", "message:new", null].map(brokenBy)).toEqual([
    false,
    false,
    false,
    false,
  ]);
});

it("writes no words beside the mark of a summary where they would run into the ones before", () => {
  const runs = [10, null, 20, null, null, 30, 40].map((compacted) => run({ compacted }));
  expect([...labelsApart(runs, 3)]).toEqual([0, 5]);
  expect([...labelsApart(runs, 1)]).toEqual([0, 2, 5, 6]);
});
