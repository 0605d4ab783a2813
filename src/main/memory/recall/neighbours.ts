import type { Relation } from "../tables/graph.ts";

/** What it takes to follow a relation; a link between two notes has no more. */
export type Edge = Pick<Relation, "source" | "target" | "confidence" | "strength">;

export type Neighbour<E extends Edge> = {
  readonly entity: string;
  /** The path from the start; relations are followed in both directions. */
  readonly path: readonly E[];
};

/**
 * Entities within the given number of steps, nearest first; of two paths of the same length, the one with the
 * more certain first step counts.
 */
export const neighboursOf = <E extends Edge>(
  relations: readonly E[],
  from: string,
  hops: number,
): readonly Neighbour<E>[] => {
  const ends = endsOf(relations);
  const seen = new Set([from]);
  const found: Neighbour<E>[] = [];
  let edge: readonly Neighbour<E>[] = [{ entity: from, path: [] }];
  for (let hop = 0; hop < hops && edge.length > 0; hop++) {
    const next: Neighbour<E>[] = [];
    for (const { entity, path } of edge) {
      for (const relation of ends.get(entity) ?? []) {
        const other = relation.source === entity ? relation.target : relation.source;
        if (seen.has(other)) continue;
        seen.add(other);
        next.push({ entity: other, path: [...path, relation] });
      }
    }
    found.push(...next);
    edge = next;
  }
  return found;
};

const endsOf = <E extends Edge>(relations: readonly E[]): ReadonlyMap<string, readonly E[]> => {
  const ends = new Map<string, E[]>();
  const surest = [...relations].sort((a, b) => b.confidence * b.strength - a.confidence * a.strength);
  for (const relation of surest) {
    for (const end of new Set([relation.source, relation.target])) {
      const known = ends.get(end);
      if (known) known.push(relation);
      else ends.set(end, [relation]);
    }
  }
  return ends;
};
