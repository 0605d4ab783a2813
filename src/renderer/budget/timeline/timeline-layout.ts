import { area, curveStep, stack } from "d3-shape";
import type { RunShape } from "#shared/contract/context.ts";
import { STEADY_LAYERS, TEXT_LAYERS } from "#shared/model/layer.ts";
import { DEFAULT_COMPACT_AT } from "#shared/model/profile.ts";

export type Band = { readonly layer: string; readonly path: string; readonly middle: number };

export type TimelineLayout = {
  readonly width: number;
  readonly height: number;
  readonly top: number;
  /** Right end of the background; the turns may end earlier. */
  readonly right: number;
  /** Tokens at the top of the chart: the largest window of all turns. */
  readonly max: number;
  readonly step: number;
  readonly bands: readonly Band[];
  readonly ticks: readonly number[];
  readonly x: (index: number) => number;
  readonly y: (tokens: number) => number;
};

export const timelineLayout = (runs: readonly RunShape[], width: number, height: number): TimelineLayout => {
  const max = Math.max(1, ...runs.map(({ window }) => window));
  const left = 46;
  const right = 4;
  const inner = Math.max(1, width - left - right);
  // A single turn is a column and does not fill the chart.
  const step = Math.min(inner / Math.max(1, runs.length), 180);
  const x = (index: number) => left + index * step;
  const y = (tokens: number) => TOP + height * (1 - tokens / max);
  const series = stack<RunShape, string>()
    .keys(TEXT_LAYERS)
    .value((run, layer) => run.layers.find(({ id }) => id === layer)?.tokens ?? 0)([...runs]);
  const shape = area<readonly [number, number]>()
    .x((_, index) => x(index + 0.5))
    .y0(([low]) => y(low))
    .y1(([, high]) => y(high))
    .curve(curveStep);
  return {
    width,
    height,
    top: TOP,
    right: width - right,
    max,
    step,
    bands: series.map((points) => {
      const first = points[0] ?? [0, 0];
      const last = points.at(-1) ?? [0, 0];
      // The curve steps in the middle between points; one more on each side fills the first and last turn.
      const closed: [number, number][] = [
        [first[0], first[1]],
        ...points.map(([low, high]): [number, number] => [low, high]),
        [last[0], last[1]],
      ];
      return {
        layer: points.key,
        path: closedPath(shape, closed, x, runs.length),
        middle: y((last[0] + last[1]) / 2),
      };
    }),
    ticks: [0, 0.25, 0.5, 0.75, 1].map((share) => share * max),
    x,
    y,
  };
};

/** Room above the chart for marks. */
const TOP = 26;

const closedPath = (
  shape: ReturnType<typeof area<readonly [number, number]>>,
  points: readonly (readonly [number, number])[],
  x: (index: number) => number,
  count: number,
): string =>
  shape.x((_, index) => (index === 0 ? x(0) : index === count + 1 ? x(count) : x(index - 0.5)))([
    ...points,
  ]) ?? "";

/** Positions of the labels at the side: as near to their bands as possible without covering each other. */
export const spreadLabels = (wanted: readonly number[], gap: number, low: number, high: number): number[] => {
  const order = wanted.map((y, index) => ({ y, index })).sort((a, b) => b.y - a.y);
  let limit = high;
  for (const label of order) {
    label.y = Math.min(label.y, limit);
    limit = label.y - gap;
  }
  let floor = low;
  for (const label of order.toReversed()) {
    label.y = Math.max(label.y, floor);
    floor = label.y + gap;
  }
  const placed: number[] = [];
  for (const { y, index } of order) placed[index] = y;
  return placed;
};

/** The threshold of summaries per turn, from its own profile and window. */
export const compactLine = (runs: readonly RunShape[], layout: TimelineLayout): string =>
  runs
    .map((run, index) => {
      const isLast = index === runs.length - 1;
      const at = layout.y(compactTokens(run));
      return `${index === 0 ? "M" : "L"}${layout.x(index)} ${at}H${isLast ? layout.right : layout.x(index + 1)}`;
    })
    .join("");

export const compactTokens = ({ compactAt = DEFAULT_COMPACT_AT, window, reservedOutput }: RunShape): number =>
  compactAt * (window - reservedOutput);

/** Whether a part that should stay the same changed. Memory and messages are different in every turn. */
export const isReadAgain = ({ prefix }: RunShape): boolean =>
  prefix.brokenBy !== null && STEADY_LAYERS.has(prefix.brokenBy.replace(/:.*$/s, ""));

/** Which summaries get words beside their mark: none that would run into the words before. */
export const labelsApart = (
  runs: readonly Pick<RunShape, "compacted">[],
  apart: number,
): ReadonlySet<number> => {
  const shown = new Set<number>();
  let last = -Infinity;
  for (const [index, { compacted }] of runs.entries()) {
    if (compacted === null || index - last < apart) continue;
    shown.add(index);
    last = index;
  }
  return shown;
};
