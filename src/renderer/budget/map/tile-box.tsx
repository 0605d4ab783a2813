import { memo } from "react";
import { formatTokens } from "../../ui/format.ts";
import { t } from "../../ui/messages/index.ts";
import type { Tile } from "./map-layout.ts";
import { labelOf, type TileLook } from "./tile-look.ts";
import { classes } from "../../ui/classes.ts";
import ui from "../../ui/basics.module.css";
import styles from "./tile-box.module.css";

type Props = Omit<TileLook, "tile"> & {
  tile: Tile;
  isSelected: boolean;
  /** Whether the Tab key stops here. */
  isStop: boolean;
  /** Id of the card that is open for this tile. */
  card: string | undefined;
  onSelect: (id: string) => void;
};

/** Takes plain values only, so that a preview redraws only the tiles that changed. */
export const TileBox = memo((props: Props) => {
  const { tile, fate, sent, missing, exact, share, colour, isComing, isSelected, isStop, card, onSelect } =
    props;
  const { x, y, width, height, parts } = tile;
  const [first] = parts;
  const title = tileTitle(tile);
  const shape = isComing ? "coming" : fate;
  const label = labelOf(tile);
  return (
    <button
      type="button"
      className={styles.tile}
      data-fate={shape}
      data-tile={tile.key}
      data-tiny={label === null ? "" : undefined}
      data-selected={isSelected ? "" : undefined}
      tabIndex={isStop ? 0 : -1}
      aria-pressed={isSelected}
      aria-describedby={card}
      style={{ "--c": colour, left: x, top: y, width, height } as React.CSSProperties}
      onClick={() => first && onSelect(first.id)}
    >
      <span className={ui.spoken}>
        {t.budget.map.tile(
          title,
          t.budget.status[fate],
          formatTokens(sent, exact),
          formatTokens(sent + missing, exact),
        )}
      </span>
      {shape !== "out" && <i className={styles.tileFill} style={{ bottom: `${share * 100}%` }} />}
      {shape === "cut" && (
        <i className={classes(styles.tileCut, ui.hatched)} style={{ height: `${share * 100}%` }} />
      )}
      {label && <Label {...props} label={label} title={title} />}
      {shape === "cut" && width > NOTE.width && height * share > NOTE.height && <Note {...props} />}
    </button>
  );
});

export const tileTitle = ({ parts }: Tile): string =>
  parts.length === 1 ? (parts[0]?.title ?? "") : t.budget.map.others(parts.length);

const Label = (props: Props & { label: "long" | "short"; title: string }) => {
  const { tile, fate, sent, missing, raw, exact, isComing, label, title } = props;
  const isLong = label === "long";
  return (
    <span className={styles.tileLabel} data-size={label} aria-hidden="true">
      <b className={ui.ellipsis}>{isLong ? title : shortName(title)}</b>
      {tile.height >= (isLong ? 42 : 34) && (
        <span className={classes(ui.num, ui.ellipsis)}>
          {isComing
            ? t.budget.map.comesIn(formatTokens(sent, exact))
            : fate === "cut" && isLong
              ? t.budget.map.part(formatTokens(sent, exact), formatTokens(sent + missing, exact))
              : formatTokens(fate === "out" ? raw : sent, exact)}
        </span>
      )}
    </span>
  );
};

/** Pixels that a note needs. It has two lines; the line of the cut is in it where the tile is wide enough. */
const NOTE = { width: 130, height: 52, widthWithLine: 200 };

const Note = ({ tile, missing, exact, cutLine }: Props) => (
  <span className={classes(styles.tileNote, ui.num)} aria-hidden="true">
    <b>{t.budget.map.notSent}</b>
    {cutLine === null || tile.width < NOTE.widthWithLine
      ? t.budget.map.missing(formatTokens(missing, exact))
      : t.budget.map.fromLine(formatTokens(missing, exact), cutLine)}
  </span>
);

const shortName = (title: string) =>
  /^\d/.test(title) ? title : (title.replace(/\.[a-z]+$/i, "").split(" ")[0] ?? title);
