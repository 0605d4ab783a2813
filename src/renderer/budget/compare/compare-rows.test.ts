import { expect, it } from "vitest";
import { compareRows, lossesOf } from "./compare-rows.ts";
import { manifestOf, segmentOf } from "#shared/model/test-manifest.ts";

const a = manifestOf([
  segmentOf({ id: "core:w/AGENTS.md", layer: "core", source: "w/AGENTS.md", tokens: 100 }),
  segmentOf({ id: "files:w/PRICES.md", source: "w/PRICES.md", tokens: 300 }),
  segmentOf({ id: "files:w/OLD.md", source: "w/OLD.md", tokens: 50, status: "excluded" }),
]);
const b = manifestOf([
  segmentOf({
    id: "files:w/AGENTS.md",
    layer: "files",
    source: "w/AGENTS.md",
    tokens: 100,
    sent: 40,
    status: "truncated",
  }),
  segmentOf({ id: "files:w/PRICES.md", source: "w/PRICES.md", tokens: 300, status: "excluded" }),
  segmentOf({ id: "files:w/OLD.md", source: "w/OLD.md", tokens: 50 }),
]);

it("puts a file of both sides on one row, whichever layer it is in", () => {
  expect(compareRows(a, b).map(({ title, change }) => [title, change])).toEqual([
    ["AGENTS.md", -60],
    ["PRICES.md", -300],
    ["OLD.md", 50],
  ]);
});

it("names what the other side would answer without, see less of, and gain", () => {
  expect(lossesOf(compareRows(a, b))).toEqual({
    without: ["PRICES.md"],
    less: ["AGENTS.md"],
    gains: ["OLD.md"],
  });
});

it("calls a text that two models count differently the same, and counts only real differences", () => {
  const of = (encoding: string, tokens: number, sha256: string) => ({
    ...manifestOf([
      { ...segmentOf({ id: "soul:SOUL.md", layer: "soul", source: "SOUL.md", tokens }), sha256 },
    ]),
    encoding,
  });
  const same = (x: ReturnType<typeof of>, y: ReturnType<typeof of>) =>
    compareRows(x, y).map(({ isSame }) => isSame);
  expect(same(of("o200k_base", 349, "aa"), of("estimate", 369, "aa"))).toEqual([true]);
  expect(same(of("o200k_base", 349, "aa"), of("estimate", 369, "bb"))).toEqual([false]);
  expect(same(of("o200k_base", 349, "aa"), of("o200k_base", 369, "aa"))).toEqual([false]);
  expect(compareRows(a, b).map(({ isSame }) => isSame)).toEqual([false, false, false]);
});

it("loses nothing to a model that counts the same text otherwise", () => {
  const of = (tokens: number) =>
    manifestOf([segmentOf({ id: "files:w/PRICES.md", source: "w/PRICES.md", tokens })]);
  const none = { without: [], less: [], gains: [] };
  expect(lossesOf(compareRows(of(773), of(532)))).toEqual(none);
  expect(lossesOf(compareRows(of(532), of(773)))).toEqual(none);
});
