import { expect, it } from "vitest";
import { mapLayout } from "./map-layout.ts";
import { partsOf } from "./parts.ts";
import { manifestOf, segmentOf } from "#shared/model/test-manifest.ts";

const files = (count: number, sentUpTo = count) =>
  partsOf(
    manifestOf(
      Array.from({ length: count }, (_, index) =>
        segmentOf({
          id: `files:w/${index}.md`,
          source: `w/${index}.md`,
          tokens: 100 + (index % 7) * 50,
          status: index < sentUpTo ? "included" : "excluded",
        }),
      ),
    ),
  );

it("gives every part a place, also when ten thousand share the map", () => {
  for (const count of [1, 18, 1000, 10_000]) {
    const tiles = mapLayout(files(count), 960, 250).columns.flatMap((column) => column.tiles);
    expect(tiles.flatMap((tile) => tile.parts)).toHaveLength(count);
    expect(tiles.length).toBeLessThanOrEqual(1200);
    expect(tiles.every(({ width, height }) => width > 0 && height > 0)).toBe(true);
  }
});

it("keeps every tile where it is when a limit lets files fall out", () => {
  const places = (sent: number) =>
    mapLayout(files(60, sent), 960, 250).columns.flatMap((column) =>
      column.tiles.map(({ key, x, y, width, height }) => ({ key, x, y, width, height })),
    );
  expect(places(20)).toEqual(places(60));
});

it("draws nothing outside the map and nothing over another tile's corner", () => {
  const { columns } = mapLayout(files(40), 700, 200);
  for (const { tiles } of columns) {
    for (const tile of tiles) {
      expect(tile.x + tile.width).toBeLessThanOrEqual(701);
      expect(tile.y + tile.height).toBeLessThanOrEqual(201);
      const covered = tiles.filter(
        (other) =>
          other !== tile &&
          other.x < tile.x + tile.width &&
          tile.x < other.x + other.width &&
          other.y < tile.y + tile.height &&
          tile.y < other.y + other.height,
      );
      expect(covered).toEqual([]);
    }
  }
});
