/** Characters; a few seconds of drawing at the worst. */
const MAX_SOURCE = 2_000;
const MAX_EDGES = 100;

/** Whether a diagram is small enough to be drawn: the time it takes grows much faster than its source. */
export const isSmallDiagram = (source: string): boolean =>
  source.length <= MAX_SOURCE && (source.match(/[-=.~]{2,}|[-=]>|<[-=]/g)?.length ?? 0) <= MAX_EDGES;
