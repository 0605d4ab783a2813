import type { GraphNeighbour } from "#shared/contract/memory-graph.ts";

export type GraphSpot = {
  readonly id: string;
  readonly name: string;
  /** Its column: the number of steps from the start. */
  readonly hops: number;
  /** Its line from the top; between two lines when it is centred on its children. */
  readonly row: number;
  /** Id of the entity it was reached from. */
  readonly from: string;
  /** The label of the step that leads here. */
  readonly says: string;
};

export type GraphLayout = {
  readonly spots: readonly GraphSpot[];
  readonly rows: number;
  /** Line of the start entity. */
  readonly middle: number;
};

/** More cannot be read as a picture; the table has them all. */
export const MAX_SPOTS = 60;

/**
 * A tree that grows to the right, with a column per step. The children of an entity are adjacent, so no lines
 * cross.
 */
export const graphLayout = (begin: string, neighbours: readonly GraphNeighbour[]): GraphLayout => {
  const children = new Map<string, GraphNeighbour[]>();
  const shown = neighbours.slice(0, MAX_SPOTS);
  for (const one of shown) {
    const known = children.get(one.from);
    if (known) known.push(one);
    else children.set(one.from, [one]);
  }
  const spots: GraphSpot[] = [];
  let rows = 0;
  const place = (parent: string): number => {
    const own = children.get(parent);
    if (!own) return rows++;
    const lines = own.map((one) => {
      const { id, name } = one.entity;
      const row = place(id);
      spots.push({ id, name, hops: one.hops, row, from: parent, says: one.path.at(-1)?.type ?? "" });
      return row;
    });
    return ((lines[0] ?? 0) + (lines.at(-1) ?? 0)) / 2;
  };
  const middle = place(begin);
  return { spots, rows, middle };
};
