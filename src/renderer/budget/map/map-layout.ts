import { hierarchy, treemap, treemapSquarify } from "d3-hierarchy";
import { type ColumnId, columnOf, MAP_COLUMNS } from "#shared/model/layer.ts";
import type { Part } from "./parts.ts";

export type Tile = {
  readonly key: string;
  readonly layer: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  /** One part, or the many that are too small to be drawn on their own. */
  readonly parts: readonly Part[];
};

export type MapColumn = {
  readonly id: ColumnId;
  readonly x: number;
  readonly width: number;
  readonly raw: number;
  readonly sent: number;
  readonly tiles: readonly Tile[];
};

export type MapLayout = {
  readonly width: number;
  readonly height: number;
  readonly columns: readonly MapColumn[];
};

/**
 * Columns to scale, with squarified tiles inside. Tiles have the size of the whole texts, sent or not, so that no
 * tile moves while a limit is dragged; only the filled share of each tile changes.
 */
export const mapLayout = (parts: readonly Part[], width: number, height: number): MapLayout => {
  const byColumn = new Map<ColumnId, Part[]>();
  for (const part of parts) {
    const id = columnOf(part.layer);
    const own = byColumn.get(id);
    if (own) own.push(part);
    else byColumn.set(id, [part]);
  }
  const present = MAP_COLUMNS.flatMap((id) => {
    const own = byColumn.get(id);
    return own ? [{ id, own, size: own.reduce((sum, part) => sum + sizeOf(part), 0) }] : [];
  });
  const widths = columnWidths(
    present.map(({ size }) => size),
    width - GAP * Math.max(0, present.length - 1),
  );
  let x = 0;
  const columns = present.map(({ id, own }, index): MapColumn => {
    const columnWidth = widths[index] ?? 0;
    const column: MapColumn = {
      id,
      x,
      width: columnWidth,
      raw: own.reduce((sum, part) => sum + sizeOf(part), 0),
      sent: own.reduce((sum, part) => sum + part.sent, 0),
      tiles: tilesOf(own, x, columnWidth, height - HEAD),
    };
    x += columnWidth + GAP;
    return column;
  });
  return { width, height, columns };
};

/** Room above each column for its name. */
export const HEAD = 20;

/** Pixels between columns, and the smallest width of a column that can be read and clicked. */
const GAP = 10;
const NARROWEST = 76;
/**
 * Square pixels. A tile smaller than the first number joins its neighbours until they have the second number
 * together.
 */
const SMALLEST = 64;
const TOGETHER = 400;

/** The size of the whole text when there is one: headings that are only in the sent text must not move tiles. */
export const sizeOf = (part: Part): number => part.drawnAs ?? (part.raw || part.sent);

/** To scale, with a smallest width that can be read. The wide columns give up the room for it. */
const columnWidths = (sizes: readonly number[], width: number): readonly number[] => {
  const total = sizes.reduce((sum, size) => sum + size, 0) || 1;
  const ideal = sizes.map((size) => (width * size) / total);
  const low = Math.min(NARROWEST, width / Math.max(1, sizes.length));
  const missing = ideal.reduce((sum, each) => sum + Math.max(0, low - each), 0);
  const spare = ideal.reduce((sum, each) => sum + Math.max(0, each - low), 0) || 1;
  return ideal.map((each) => (each < low ? low : each - ((each - low) * missing) / spare));
};

const tilesOf = (parts: readonly Part[], x: number, width: number, height: number): readonly Tile[] => {
  const drawn = drawnParts(parts, width * height);
  const nodes = drawn.map((group) => ({
    group,
    value: Math.max(
      1,
      group.reduce((sum, part) => sum + sizeOf(part), 0),
    ),
  }));
  const root = hierarchy<{ children?: typeof nodes; value?: number; group?: readonly Part[] }>({
    children: nodes,
  })
    .sum((node) => node.value ?? 0)
    .sort((a, b) => (b.value ?? 0) - (a.value ?? 0));
  const placed = treemap<typeof root.data>()
    .tile(treemapSquarify.ratio(1))
    .size([width, height])
    .paddingInner(2)
    .round(true)(root);
  return placed.leaves().flatMap((leaf): Tile[] => {
    const group = leaf.data.group;
    const first = group?.[0];
    if (!group || !first) return [];
    return [
      {
        key: group.length === 1 ? first.id : `others/${first.id}`,
        layer: first.layer,
        x: x + leaf.x0,
        y: HEAD + leaf.y0,
        width: leaf.x1 - leaf.x0,
        height: leaf.y1 - leaf.y0,
        parts: group,
      },
    ];
  });
};

/** One tile per part that is large enough. Small parts that are neighbours in the prompt share a tile. */
const drawnParts = (parts: readonly Part[], area: number): readonly (readonly Part[])[] => {
  const total = parts.reduce((sum, part) => sum + sizeOf(part), 0) || 1;
  const areaOf = (part: Part) => (sizeOf(part) / total) * area;
  const drawn: Part[][] = [];
  let together: Part[] = [];
  let size = 0;
  for (const part of parts) {
    if (areaOf(part) >= SMALLEST) {
      drawn.push([part]);
      continue;
    }
    together.push(part);
    size += areaOf(part);
    if (size < TOGETHER) continue;
    drawn.push(together);
    together = [];
    size = 0;
  }
  if (together.length > 0) drawn.push(together);
  return drawn;
};
