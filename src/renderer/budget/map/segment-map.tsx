import { useId, useLayoutEffect, useMemo, useRef, useState } from "react";
import { formatTokens } from "../../ui/format.ts";
import { t } from "../../ui/messages/index.ts";
import { useSize } from "../../ui/use-size.ts";
import { type MapColumn, mapLayout, sizeOf, type Tile } from "./map-layout.ts";
import { partsById } from "#shared/model/prompt-part.ts";
import type { Lens } from "./part-origin.ts";
import type { Part } from "./parts.ts";
import { TileBox } from "./tile-box.tsx";
import { TileCanvas } from "./tile-canvas.tsx";
import { type CardContext, TileCard } from "./tile-card.tsx";
import { elementTiles, lookOf, type Parts } from "./tile-look.ts";
import { useHovered } from "../use-hovered.ts";
import { classes } from "../../ui/classes.ts";
import ui from "../../ui/basics.module.css";
import styles from "./segment-map.module.css";

type Props = {
  parts: readonly Part[];
  /** Tokens sent per part with the saved settings; null when these are shown. */
  before: Parts | null;
  selected: string | null;
  onSelect: (id: string) => void;
  /** For the card beside a tile; null while a divider is dragged. */
  card: CardContext | null;
  lens: Lens;
};

/**
 * Every part by size: filled where it is sent, hatched where it is cut, an outline where it is left out. The
 * tiles are one stop for the Tab key; arrow keys move between them.
 */
export const SegmentMap = ({ parts, before, selected, onSelect, card, lens }: Props) => {
  const [ref, { width, height }] = useSize();
  const { columns, tiles, tileOf } = useTiles(parts, width, height);
  const byId = partsById(parts);
  const looks = useMemo(
    () => tiles.map((tile) => lookOf(tile, byId, before, lens)),
    [tiles, byId, before, lens],
  );
  const picked = selected === null ? undefined : tileOf.get(selected);
  const elements = useMemo(() => elementTiles(tiles, picked), [tiles, picked]);
  const painted = useMemo(() => looks.filter(({ tile }) => !elements.has(tile)), [looks, elements]);
  const root = useRef<HTMLDivElement>(null);
  const isFollowed = useRef(false);
  const hovered = useHovered();
  const cardId = useId();

  // With keys, a painted tile must become an element before it can take the focus.
  useLayoutEffect(() => {
    if (!isFollowed.current) return;
    isFollowed.current = false;
    root.current?.querySelector<HTMLElement>("[data-tile][data-selected]")?.focus();
  });

  const open = hovered.shown === null ? undefined : looks.find(({ tile }) => tile.key === hovered.shown);
  const pick = (tile: Tile | undefined) => {
    const [first] = tile?.parts ?? [];
    if (first) onSelect(first.id);
  };
  const move = (event: React.KeyboardEvent) => {
    if (event.key === "Escape") hovered.dismiss();
    const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
    if (step === undefined) return;
    event.preventDefault();
    const at = tiles.findIndex(({ key }) => key === keyOf(event.target));
    const next = tiles[Math.min(tiles.length - 1, Math.max(0, at + step))];
    if (next === picked) return;
    isFollowed.current = true;
    pick(next);
  };
  return (
    <div className={styles.map} ref={ref} data-tour="map">
      <div
        ref={root}
        role="group"
        aria-label={t.budget.map.label}
        onKeyDown={move}
        onPointerMove={(event) => {
          if (isInCard(event.target)) return;
          hovered.rest(event.buttons === 0 ? (tileUnder(tiles, event)?.key ?? null) : null);
        }}
        onPointerLeave={() => hovered.rest(null)}
        onPointerDown={(event) => {
          if (!isInCard(event.target)) hovered.dismiss();
        }}
        onFocus={({ target }) => {
          const key = keyOf(target);
          if (key !== undefined && target.matches(":focus-visible")) hovered.show(key);
        }}
        onBlur={({ relatedTarget }) => {
          if (!(relatedTarget && isInCard(relatedTarget))) hovered.hide();
        }}
      >
        {columns.map((column) => (
          <ColumnHead key={column.id} column={column} byId={byId} />
        ))}
        {elements.size < tiles.length && (
          <div onClick={(event) => pick(tileUnder(tiles, event))}>
            <TileCanvas looks={painted} {...{ width, height }} />
          </div>
        )}
        {looks.map((look) =>
          elements.has(look.tile) ? (
            <TileBox
              key={look.tile.key}
              {...look}
              isSelected={look.tile === picked}
              isStop={look.tile === (picked ?? tiles[0])}
              card={card && hovered.shown === look.tile.key ? cardId : undefined}
              onSelect={onSelect}
            />
          ) : null,
        )}
        {card && open && (
          <TileCard
            id={cardId}
            look={open}
            part={onlyPart(open.tile, byId)}
            room={{ width, height }}
            context={card}
            onStay={hovered.stay}
            onLeave={() => hovered.rest(null)}
            onDone={hovered.dismiss}
          />
        )}
      </div>
    </div>
  );
};

/** The layout, reused until a part changes its size. */
const useTiles = (parts: readonly Part[], width: number, height: number) => {
  const shape = useShape(parts);
  return useMemo(() => {
    const columns = width > 0 && height > 0 ? mapLayout(shape, width, height).columns : [];
    const tiles = columns.flatMap((column) => column.tiles);
    const tileOf = new Map(tiles.flatMap((tile) => tile.parts.map(({ id }) => [id, tile] as const)));
    return { columns, tiles, tileOf };
  }, [shape, width, height]);
};

/** The parts of the last layout, until their sizes change. */
const useShape = (parts: readonly Part[]): readonly Part[] => {
  const [known, setKnown] = useState(parts);
  if (known === parts || isSameShape(known, parts)) return known;
  setKnown(parts);
  return parts;
};

const isSameShape = (a: readonly Part[], b: readonly Part[]): boolean =>
  a.length === b.length &&
  a.every((part, index) => {
    const other = b[index];
    return part === other || (part.id === other?.id && sizeOf(part) === sizeOf(other));
  });

const keyOf = (target: EventTarget): string | undefined =>
  (target as HTMLElement).closest<HTMLElement>("[data-tile]")?.dataset["tile"];

const isInCard = (target: EventTarget) => (target as HTMLElement).closest("[data-tile-card]") !== null;

const onlyPart = ({ parts }: Tile, now: Parts): Part | null => {
  const [first, second] = parts;
  return first && !second ? (now.get(first.id) ?? first) : null;
};

/** Finds the tile by its element, or by the position on the canvas. */
const tileUnder = (tiles: readonly Tile[], { target, nativeEvent }: React.MouseEvent): Tile | undefined => {
  const key = keyOf(target);
  if (key !== undefined) return tiles.find((tile) => tile.key === key);
  if (!(target instanceof HTMLCanvasElement)) return undefined;
  const { offsetX, offsetY } = nativeEvent;
  return tiles.find(
    ({ x, y, width, height }) => x <= offsetX && offsetX < x + width && y <= offsetY && offsetY < y + height,
  );
};

const ColumnHead = ({ column, byId }: { column: MapColumn; byId: Parts }) => {
  let [sent, missing, exact] = [0, 0, true];
  for (const tile of column.tiles) {
    for (const part of tile.parts) {
      const now = byId.get(part.id) ?? part;
      sent += now.sent;
      missing += now.missing;
      exact = now.exact;
    }
  }
  return (
    <div className={styles.mapHead} style={{ left: column.x, width: column.width }}>
      <span className={classes(ui.strong, ui.ellipsis)}>{t.budget.map.columns[column.id]}</span>
      <span className={ui.grow} />
      <span className={classes(ui.quiet, ui.num)}>
        {missing > 0 && column.width > 150
          ? t.budget.map.part(formatTokens(sent, exact), formatTokens(sent + missing, exact))
          : formatTokens(sent, exact)}
      </span>
    </div>
  );
};
