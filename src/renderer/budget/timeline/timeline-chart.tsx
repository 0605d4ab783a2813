import { useRef } from "react";
import type { RunShape } from "#shared/contract/context.ts";
import { TEXT_LAYERS } from "#shared/model/layer.ts";
import { dateText } from "../../ui/dates.ts";
import { formatShort, formatTokens } from "../../ui/format.ts";
import { layerColour } from "../../ui/layer-colour.ts";
import { t } from "../../ui/messages/index.ts";
import { useSize } from "../../ui/use-size.ts";
import {
  compactLine,
  compactTokens,
  isReadAgain,
  labelsApart,
  spreadLabels,
  timelineLayout,
} from "./timeline-layout.ts";
import { TimelineTable } from "./timeline-table.tsx";
import { type TurnName, turnNames } from "./turn-names.ts";
import { classes } from "../../ui/classes.ts";
import axisStyles from "../axis.module.css";
import ui from "../../ui/basics.module.css";
import styles from "./timeline-chart.module.css";

export type Picked = { readonly a: number | null; readonly b: number | null };

type Props = {
  runs: readonly RunShape[];
  picked: Picked;
  onPick: (index: number) => void;
  onPickAs: (side: "a" | "b", index: number) => void;
};

const HEIGHT = 250;
const SIDE = 172;

/**
 * Every turn as a stack of its layers. Two turns can be picked with the pointer, or with arrow keys and the keys A
 * and B.
 */
export const TimelineChart = (props: Props) => {
  const { runs, picked } = props;
  const [ref, { width }] = useSize();
  if (width === 0) return <div className={styles.chart} ref={ref} />;
  const layout = timelineLayout(runs, width - SIDE, HEIGHT);
  const names = turnNames(runs);
  return (
    <div className={styles.chart} ref={ref}>
      <svg
        width={width}
        height={HEIGHT + layout.top + 46}
        className={styles.chartDrawing}
        role="group"
        aria-label={t.budget.timeline.chart}
      >
        <Ground last={runs.at(-1)} layout={layout} />
        {layout.bands.map(({ layer, path }) => (
          <path key={layer} d={path} fill={layerColour(layer)} className={styles.chartBand} />
        ))}
        <CompactionLine runs={runs} layout={layout} />
        <Marks runs={runs} names={names} layout={layout} />
        {(["a", "b"] as const).map((side) => {
          const index = picked[side];
          const run = index === null ? undefined : runs[index];
          const name = index === null ? undefined : names[index];
          if (index === null || !run || !name) return null;
          return <PickedTurn key={side} side={side} run={run} index={index} name={name} layout={layout} />;
        })}
        <Turns {...props} names={names} layout={layout} />
        <Names last={runs.at(-1)} layout={layout} width={width} />
      </svg>
      <TimelineTable runs={runs} />
    </div>
  );
};

type Layout = ReturnType<typeof timelineLayout>;
type LastProps = { last: RunShape | undefined; layout: Layout };

/** The reserve for the answer, and the lines of the scale. Both continue to the right, where more turns will be. */
const Ground = ({ last, layout }: LastProps) => {
  const { x, y, max, right: end } = layout;
  const reserved = last ? last.window - last.reservedOutput : max;
  return (
    <>
      <defs>
        <pattern id="tl-dots" width="5" height="5" patternUnits="userSpaceOnUse">
          <circle cx="1.2" cy="1.2" r=".85" fill="var(--fg-3)" opacity=".4" />
        </pattern>
      </defs>
      <rect x={x(0)} y={y(max)} width={end - x(0)} height={y(reserved) - y(max)} fill="var(--well)" />
      <rect x={x(0)} y={y(max)} width={end - x(0)} height={y(reserved) - y(max)} fill="url(#tl-dots)" />
      {layout.ticks.map((tick) => (
        <g key={tick}>
          <line x1={x(0)} x2={end} y1={y(tick)} y2={y(tick)} stroke="var(--line)" />
          <text x={x(0) - 8} y={y(tick) + 4} textAnchor="end" className={classes(axisStyles.wbAxis, ui.num)}>
            {tick === 0 ? "0" : formatShort(Math.round(tick)).replace(".0K", "K")}
          </text>
        </g>
      ))}
    </>
  );
};

type RunsProps = { runs: readonly RunShape[]; layout: Layout };
type NamesProps = { names: readonly TurnName[] };

/** Room for the words beside the mark of a summary. */
const MARK_LABEL_PX = 130;

/** The threshold at which each turn's own profile summarises old history. */
const CompactionLine = ({ runs, layout }: RunsProps) => {
  const { x, y, max, right: end } = layout;
  const [first] = runs;
  if (!first) return null;
  const tokens = compactTokens(first);
  return (
    <>
      <path d={compactLine(runs, layout)} fill="none" className={axisStyles.wbCompact} />
      {end - x(0) > 220 && (
        <>
          <text x={x(0) + 8} y={y(max) + 14} className={axisStyles.wbAxis}>
            {t.budget.timeline.keptFor}
          </text>
          <text x={x(0) + 8} y={y(tokens) + 14} className={classes(axisStyles.wbAxis, axisStyles.wbWarn)}>
            {t.budget.timeline.compactAt(Math.round((100 * tokens) / first.window))}
          </text>
        </>
      )}
    </>
  );
};

/** Below each turn its number and whether it was read again; above it a mark where history was summarised. */
const Marks = ({ runs, names, layout: { x, y, top, step } }: RunsProps & NamesProps) => {
  const every = Math.max(1, Math.ceil(28 / step));
  const labelled = labelsApart(runs, MARK_LABEL_PX / step);
  return runs.map((run, index) => (
    <g key={run.id}>
      {run.compacted !== null && (
        <g>
          <line x1={x(index)} x2={x(index)} y1={top - 4} y2={y(0)} stroke="var(--fg)" strokeWidth="1.5" />
          <path d={`M${x(index) - 4} ${top - 12}h8l-4 7z`} fill="var(--fg)" />
          {labelled.has(index) && (
            <text x={x(index) + 7} y={top - 5} className={classes(axisStyles.wbAxis, axisStyles.wbStrong)}>
              {t.budget.timeline.summarised(formatTokens(run.compacted, run.exact))}
            </text>
          )}
        </g>
      )}
      <rect
        x={x(index) + 1}
        width={Math.max(1, step - 2)}
        y={y(0) + 3}
        height="2.5"
        fill={isReadAgain(run) ? "var(--bad)" : "var(--line-strong)"}
      />
      {index % every === 0 && (
        <text
          x={x(index + 0.5)}
          y={y(0) + 22}
          textAnchor="middle"
          className={classes(axisStyles.wbAxis, ui.num)}
        >
          {t.budget.timeline.tick(names[index] ?? { turn: index + 1, call: 1 })}
        </text>
      )}
    </g>
  ));
};

/** The areas that receive the pointer and the keys. */
const Turns = ({
  runs,
  names,
  picked,
  onPick,
  onPickAs,
  layout: { x, top, step },
}: Props & RunsProps & NamesProps) => {
  const focus = useRef(runs.length - 1);
  return runs.map((run, index) => (
    <rect
      key={run.id}
      className={styles.chartTurn}
      data-turn
      role="button"
      aria-pressed={index === picked.a || index === picked.b}
      aria-label={t.budget.timeline.label(
        t.budget.timeline.turn(names[index] ?? { turn: index + 1, call: 1 }),
        formatTokens(run.used, run.exact),
        timeOf(run.at),
      )}
      tabIndex={index === (picked.b ?? runs.length - 1) ? 0 : -1}
      x={x(index)}
      width={step}
      y={top}
      height={HEIGHT}
      onClick={() => onPick(index)}
      onKeyDown={(event) => {
        const to = { ArrowRight: index + 1, ArrowLeft: index - 1, Home: 0, End: runs.length - 1 }[event.key];
        if (to !== undefined) {
          event.preventDefault();
          focus.current = Math.min(runs.length - 1, Math.max(0, to));
          const all = event.currentTarget.parentElement?.querySelectorAll<SVGElement>("[data-turn]");
          all?.[focus.current]?.focus();
        }
        if (event.key === "Enter" || event.key === " ") {
          event.preventDefault();
          onPick(index);
        }
        if (event.key === "a" || event.key === "b") onPickAs(event.key, index);
      }}
    />
  ));
};

/** The layers of the last turn, beside it. */
const Names = ({ last, layout, width }: LastProps & { width: number }) => {
  const { top, right: end } = layout;
  const shown = layout.bands.filter(
    ({ layer }) => (last?.layers.find(({ id }) => id === layer)?.tokens ?? 0) > 0,
  );
  const labels = spreadLabels(
    shown.map(({ middle }) => middle),
    15,
    top + 8,
    top + HEIGHT - 4,
  );
  return shown.map(({ layer }, at) => {
    const tokens = last?.layers.find(({ id }) => id === layer)?.tokens ?? 0;
    const labelY = labels[at] ?? 0;
    return (
      <g key={layer}>
        <rect x={end + 12} y={labelY - 4} width="8" height="8" rx="2" fill={layerColour(layer)} />
        <text x={end + 26} y={labelY + 4} className={classes(axisStyles.wbAxis, styles.chartName)}>
          {t.budget.layers[layer] ?? layer}
        </text>
        <text
          x={width - 2}
          y={labelY + 4}
          textAnchor="end"
          className={classes(axisStyles.wbAxis, axisStyles.wbStrong)}
        >
          {formatTokens(tokens, last?.exact ?? true)}
        </text>
      </g>
    );
  });
};

type PickedProps = {
  side: "a" | "b";
  run: RunShape;
  index: number;
  name: TurnName;
  layout: ReturnType<typeof timelineLayout>;
};

/** A picked turn in full colour, with its letter below. */
const PickedTurn = ({ side, run, index, name, layout }: PickedProps) => {
  const { x, y, step, top, max } = layout;
  const stacked = stackOf(run);
  const words = t.budget.timeline;
  const label = `${words[side]} ${name.call === 1 ? words.turn(name) : words.tick(name)}`;
  const middle = x(index + 0.5);
  return (
    <g className={styles.chartPicked}>
      {stacked.map(({ layer, from, to }) => (
        <rect
          key={layer}
          x={x(index) + 1}
          width={Math.max(1, step - 2)}
          y={y(to)}
          height={Math.max(0, y(from) - y(to))}
          fill={layerColour(layer)}
        />
      ))}
      <rect
        x={x(index) + 1}
        width={Math.max(1, step - 2)}
        y={y(max)}
        height={y(0) - y(max)}
        fill="none"
        stroke="var(--accent)"
        strokeWidth="2"
        rx="2"
      />
      <rect x={middle - 30} y={top + HEIGHT + 8} width="60" height="20" rx="4" fill="var(--accent)" />
      <text x={middle} y={top + HEIGHT + 22} textAnchor="middle" className={styles.chartFlag}>
        {label}
      </text>
    </g>
  );
};

const stackOf = (run: RunShape) => {
  const stacked: { layer: string; from: number; to: number }[] = [];
  for (const layer of TEXT_LAYERS) {
    const from = stacked.at(-1)?.to ?? 0;
    stacked.push({ layer, from, to: from + (run.layers.find(({ id }) => id === layer)?.tokens ?? 0) });
  }
  return stacked;
};

const timeOf = (at: string): string =>
  dateText(at, { month: "short", day: "numeric", hour: "2-digit", minute: "2-digit", hourCycle: "h23" });
