import { expect, it } from "vitest";
import { mapLayout } from "./map-layout.ts";
import { partsOf } from "./parts.ts";
import { manifestOf, segmentOf } from "#shared/model/test-manifest.ts";
import { elementTiles, lookOf } from "./tile-look.ts";

const manifest = (count: number, sentUpTo: number) =>
  manifestOf(
    Array.from({ length: count }, (_, index) =>
      segmentOf({
        id: `files:w/${index}.md`,
        source: `w/${index}.md`,
        tokens: 100,
        status: index < sentUpTo ? "included" : "excluded",
      }),
    ),
  );
const byId = (count: number, sent: number) =>
  new Map(partsOf(manifest(count, sent)).map((part) => [part.id, part]));
const tilesOf = (count: number) =>
  mapLayout(partsOf(manifest(count, count)), 960, 250).columns.flatMap((column) => column.tiles);

it("keeps the page small however many files there are, and the picked one always in it", () => {
  for (const count of [18, 300, 1000, 10_000]) {
    const tiles = tilesOf(count);
    const last = tiles.at(-1);
    const elements = elementTiles(tiles, last);
    expect(elements.size).toBeLessThanOrEqual(161);
    expect(last && elements.has(last)).toBe(true);
  }
  expect(elementTiles(tilesOf(18), undefined).size).toBe(18);
});

it("shows a tile as it is now, and a file that comes in as coming", () => {
  const [tile] = tilesOf(18);
  if (!tile) throw new Error("There is no tile.");
  expect(lookOf(tile, byId(18, 0), null)).toMatchObject({ fate: "out", share: 1, isComing: false });
  expect(lookOf(tile, byId(18, 18), byId(18, 0))).toMatchObject({ fate: "in", share: 0, isComing: true });
  expect(lookOf(tile, byId(18, 18), byId(18, 18)).isComing).toBe(false);
});

it("calls many small ones together cut when some of them are left out", () => {
  const group = tilesOf(10_000).find(({ parts }) => parts.length > 1);
  if (!group) throw new Error("Nothing shares a tile.");
  const half = group.parts[1];
  const now = byId(10_000, Number(/\d+/.exec(half?.id ?? "")?.[0]));
  expect(lookOf(group, now, null).fate).toBe("cut");
});

it("keeps the look of a tile until its part, the saved prompt or the lens changes", () => {
  const [tile] = tilesOf(18);
  const [part] = tile?.parts ?? [];
  if (!tile || !part) throw new Error("There is no tile.");
  const is = (sent: number, tokens = 100) => new Map([[part.id, { ...part, sent, missing: tokens - sent }]]);
  const [all, none] = [is(100), is(0)];
  const shown = lookOf(tile, all, null);
  expect(lookOf(tile, new Map(all), null)).toBe(shown);
  expect(lookOf(tile, all, none)).toMatchObject({ sent: 100, isComing: true });
  expect(lookOf(tile, all, all)).toMatchObject({ sent: 100, isComing: false });
  expect(lookOf(tile, none, all)).toMatchObject({ sent: 0, share: 1 });
  expect(lookOf(tile, none, all, "origin").colour).not.toBe(lookOf(tile, none, all).colour);
});
