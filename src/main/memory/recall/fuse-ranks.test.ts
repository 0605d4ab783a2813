import { expect, it } from "vitest";
import { fuseRanks, type Lists } from "./fuse-ranks.ts";
import { fusions, presetFor, presets } from "./recall-settings.ts";

const lists = (given: Partial<Record<keyof Lists, readonly (readonly [number, number])[]>>): Lists => ({
  keyword: (given.keyword ?? []).map(([memory, score]) => ({ memory, score })),
  vector: (given.vector ?? []).map(([memory, score]) => ({ memory, score })),
  graph: (given.graph ?? []).map(([memory, score]) => ({ memory, score })),
});
const one = () => 1;

it("adds weight / (k + rank) over the lists, rank from 1, times the boost", () => {
  const given = lists({
    keyword: [
      [1, 9],
      [2, 8],
    ],
    vector: [
      [2, 0.9],
      [1, 0.8],
    ],
    graph: [[2, 0.5]],
  });
  const [first, second] = fuseRanks(given, fusions.classic, (memory) => (memory === 1 ? 1.8 : 1));
  expect(first).toMatchObject({ memory: 1, score: 1.8 * (1 / 61 + 1 / 62) });
  expect(second?.score).toBeCloseTo(1 / 62 + 1 / 61 + 1 / 61, 12);
  expect(second?.lists.map(({ list, rank }) => [list, rank])).toEqual([
    ["keyword", 2],
    ["vector", 1],
    ["graph", 1],
  ]);
});

it("ignores a list with weight 0", () => {
  const given = lists({ keyword: [[1, 9]], vector: [[2, 0.9]], graph: [[3, 1]] });
  const fusion = { k: 60, weights: { keyword: 1, vector: 0, graph: 0 } };
  expect(fuseRanks(given, fusion, one).map(({ memory }) => memory)).toEqual([1]);
});

it("keeps a hit that only the keyword list found", () => {
  const vector = Array.from({ length: 200 }, (_, at) => [at + 10, 0.9] as const);
  const fused = fuseRanks(lists({ keyword: [[1, 5]], vector }), fusions.classic, one);
  expect(fused.map(({ memory }) => memory)).toContain(1);
  expect(fuseRanks(lists({ keyword: [[1, 5]], vector }), fusions.default, one)[0]?.memory).toBe(1);
});

it("returns nothing rather than the nearest noise", () => {
  const noise = lists({
    vector: [
      [1, 0.28],
      [2, 0.2],
    ],
  });
  expect(fuseRanks(noise, fusions.default, one)).toEqual([]);
  const weak = lists({
    keyword: [
      [1, 10],
      [2, 1],
    ],
  });
  expect(fuseRanks(weak, fusions.default, one).map(({ memory }) => memory)).toEqual([1]);
});

it("returns keyword hits in their order when there are no vectors", () => {
  const keyword = [3, 1, 2].map((memory, at) => [memory, 9 - at] as const);
  expect(fuseRanks(lists({ keyword }), fusions.default, one).map(({ memory }) => memory)).toEqual([3, 1, 2]);
});

it("chooses boosts by the words of a message, and none without them", () => {
  expect(presetFor("Why is this test failing?")).toBe("debugging");
  expect(presetFor("a Traceback, again")).toBe("debugging");
  expect(presetFor("pros and cons of rye")).toBe("debate");
  expect(presetFor("research on sourdough")).toBe("research");
  expect(presetFor("debugger terrors")).toBe("general");
  expect(presets).toMatchObject({
    research: { session: 0.8, graph: 1.8, knowledge: 1.5, workspace: 1 },
    debugging: { session: 2, graph: 0.7, knowledge: 0.9, workspace: 1.2 },
    debate: { session: 0.9, graph: 1.5, knowledge: 2, workspace: 1 },
    general: { session: 1, graph: 1, knowledge: 1, workspace: 1 },
  });
});
