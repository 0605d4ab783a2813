import { sizeOf, type Tile } from "./map-layout.ts";
import { type Lens, partColour } from "./part-origin.ts";
import type { Part } from "./parts.ts";

/** What a tile shows now. Its position does not depend on this. */
export type TileLook = {
  readonly tile: Tile;
  readonly fate: Part["fate"];
  /** Tokens of its parts together. */
  readonly raw: number;
  readonly sent: number;
  readonly missing: number;
  /** False: the figures are estimates. */
  readonly exact: boolean;
  /** Share of the whole that is missing, 0 to 1. */
  readonly share: number;
  /** Whether what is tried brings it in. */
  readonly isComing: boolean;
  readonly cutLine: number | null;
  /** By layer or by origin. */
  readonly colour: string;
};

export type Parts = ReadonlyMap<string, Part>;

/**
 * What a tile shows. A tile with one part keeps its look until the part changes: of a thousand tiles, a preview
 * changes few, and the others need not be worked out, compared or drawn again.
 */
export const lookOf = (tile: Tile, now: Parts, before: Parts | null, lens: Lens = "layer"): TileLook => {
  const [first, second] = tile.parts;
  if (!first || second) return madeLook(tile, now, before, lens);
  const part = now.get(first.id) ?? first;
  const wasSent = before === null ? null : (before.get(first.id)?.sent ?? 0);
  const known = keptLooks.get(tile);
  if (known?.part === part && known.wasSent === wasSent && known.lens === lens) return known.look;
  const look = madeLook(tile, now, before, lens);
  keptLooks.set(tile, { part, wasSent, lens, look });
  return look;
};

type KeptLook = {
  readonly part: Part;
  /** Tokens that the saved prompt sends of it; null when the saved prompt is shown. */
  readonly wasSent: number | null;
  readonly lens: Lens;
  readonly look: TileLook;
};

const keptLooks = new WeakMap<Tile, KeptLook>();

const madeLook = (tile: Tile, now: Parts, before: Parts | null, lens: Lens): TileLook => {
  const [first] = tile.parts;
  let [raw, sent, missing, was] = [0, 0, 0, 0];
  let fate: Part["fate"] | null = null;
  for (const each of tile.parts) {
    const part = now.get(each.id) ?? each;
    raw += sizeOf(part);
    sent += part.sent;
    missing += part.missing;
    was += before?.get(each.id)?.sent ?? 0;
    // A shared tile is cut when some of its parts are not sent.
    fate = fate === null || fate === part.fate ? part.fate : "cut";
  }
  const isOne = tile.parts.length === 1;
  const one = isOne && first ? (now.get(first.id) ?? first) : null;
  return {
    tile,
    fate: fate ?? "in",
    raw,
    sent,
    missing,
    exact: first?.exact ?? true,
    share: raw > 0 ? Math.min(1, missing / raw) : 0,
    isComing: before !== null && one !== null && one.path !== null && sent > 0 && was <= 0,
    colour: partColour(
      {
        layer: tile.layer,
        segments: tile.parts.flatMap((each) => now.get(each.id)?.segments ?? each.segments),
      },
      lens,
    ),
    cutLine: one?.segments[0]?.detail?.cutLine ?? null,
  };
};

/** How much a tile has room to say. */
export const labelOf = ({ width, height }: Tile): "long" | "short" | null => {
  if (width >= 84 && height >= 24) return "long";
  return width >= 34 && height >= 15 ? "short" : null;
};

/**
 * The tiles that are elements of the page: those with a label, and the picked one. The rest is painted, because
 * a thousand elements would be laid out again with every preview.
 */
export const elementTiles = (tiles: readonly Tile[], picked: Tile | undefined): ReadonlySet<Tile> => {
  const labelled = tiles.filter((tile) => labelOf(tile) !== null);
  if (labelled.length > MOST) labelled.sort((a, b) => b.width * b.height - a.width * a.height);
  return new Set([...labelled.slice(0, MOST), ...(picked ? [picked] : [])]);
};

const MOST = 160;
