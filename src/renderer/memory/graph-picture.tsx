import type { GraphEntity, GraphNeighbour } from "#shared/contract/memory-graph.ts";
import { t } from "../ui/messages/index.ts";
import { useSize } from "../ui/use-size.ts";
import { graphLayout, MAX_SPOTS } from "./graph-layout.ts";
import { classes } from "../ui/classes.ts";
import ui from "../ui/basics.module.css";
import styles from "./graph-picture.module.css";

type Props = {
  entity: GraphEntity;
  neighbours: readonly GraphNeighbour[];
  onChoose: (id: string) => void;
};

/** In pixels. */
const ROW_HEIGHT_PX = 50;
const GAP_PX = 34;
const MARGIN_PX = 16;
const MIN_WIDTH_PX = 100;
const MAX_WIDTH_PX = 260;

/** The selected entity on the left, its neighbours to the right. The table has the same content. */
export const GraphPicture = ({ entity, neighbours, onChoose }: Props) => {
  const [ref, size] = useSize();
  const { spots, rows, middle } = graphLayout(entity.id, neighbours);
  const columns = 1 + Math.max(0, ...spots.map(({ hops }) => hops));
  const room = (size.width - 2 * MARGIN_PX - GAP_PX * (columns - 1)) / columns;
  const width = Math.min(MAX_WIDTH_PX, Math.max(MIN_WIDTH_PX, room));
  const height = rows * ROW_HEIGHT_PX;
  const top = MARGIN_PX + Math.max(0, (size.height - height - 2 * MARGIN_PX) / 2);
  const place = (hops: number, row: number) => ({
    x: MARGIN_PX + hops * (width + GAP_PX),
    y: top + (row + 0.5) * ROW_HEIGHT_PX,
  });
  const at = new Map([
    [entity.id, place(0, middle)],
    ...spots.map(({ id, hops, row }) => [id, place(hops, row)] as const),
  ]);
  const left = neighbours.length - MAX_SPOTS;
  return (
    <div
      ref={ref}
      className={styles.graphPicture}
      role="group"
      aria-label={t.memory.graphView.picture(entity.name, spots.length)}
    >
      <div
        style={{
          height: top + height + MARGIN_PX,
          width: MARGIN_PX + columns * (width + GAP_PX) - GAP_PX + MARGIN_PX,
        }}
      >
        <svg width="100%" height="100%" aria-hidden="true">
          {spots.map(({ id, from }) => {
            const start = at.get(from);
            const end = at.get(id);
            if (!start || !end) return null;
            const bend = GAP_PX / 2;
            const [x1, x2] = [start.x + width, end.x];
            return (
              <path
                key={id}
                d={`M${x1} ${start.y}C${x1 + bend} ${start.y} ${x2 - bend} ${end.y} ${x2} ${end.y}`}
              />
            );
          })}
        </svg>
        <span className={styles.graphSpot} data-hops="0" style={{ ...styleOf(place(0, middle)), width }}>
          <span className={ui.ellipsis}>{entity.name}</span>
          <span className={classes(styles.graphSays, ui.ellipsis)}>{entity.type}</span>
        </span>
        {spots.map(({ id, name, hops, row, says }) => (
          <button
            key={id}
            type="button"
            className={styles.graphSpot}
            data-hops={hops}
            style={{ ...styleOf(place(hops, row)), width }}
            onClick={() => onChoose(id)}
          >
            <span className={ui.ellipsis}>{name}</span>
            <span className={classes(styles.graphSays, ui.ellipsis)}>{says}</span>
          </button>
        ))}
      </div>
      {left > 0 && (
        <p className={classes(styles.graphMore, ui.quiet, ui.small)}>{t.memory.graphView.more(left)}</p>
      )}
    </div>
  );
};

const styleOf = ({ x, y }: { readonly x: number; readonly y: number }) => ({ left: x, top: y });
