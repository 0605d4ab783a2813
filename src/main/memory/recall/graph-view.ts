import { Failure } from "#shared/contract/index.ts";
import type { GraphEntity } from "#shared/contract/memory-graph.ts";
import type { NoteGraph } from "../../workspace/links/links.ts";
import type { Graph } from "../tables/graph.ts";
import { type Edge, neighboursOf } from "./neighbours.ts";

/** What was learned from conversations, and the links that notes have to each other. */
export type GraphSources = { readonly learned: Graph; readonly notes: (workspace: string) => NoteGraph };

type Step = Edge & { readonly id: string; readonly type: string };

/** Entities and linked notes of a workspace with the number of their links, and how much there is in all. */
export const listEntities = (sources: GraphSources, workspace: string, limit: number) => {
  const { entities, relations } = readGraph(sources, workspace);
  return { entities: entities.slice(0, limit), total: entities.length, relations: relations.length };
};

/** What can be reached from an entity in a number of steps, each with its path. Fails with `entity-not-found`. */
export const listNeighbours = (sources: GraphSources, workspace: string, id: string, hops: number) => {
  const { entities, relations } = readGraph(sources, workspace);
  const byId = new Map(entities.map((entity) => [entity.id, entity]));
  const entity = byId.get(id);
  if (!entity) throw new Failure("entity-not-found", "Nothing is known by this name any more.", { id });
  const nameOf = (end: string) => byId.get(end)?.name ?? "";
  const neighbours = neighboursOf(relations, id, hops).flatMap(({ entity: end, path }) => {
    const found = byId.get(end);
    const last = path.at(-1);
    if (!found || !last) return [];
    const steps = path.map((step) => ({
      relation: step.id,
      source: nameOf(step.source),
      type: step.type.replaceAll("_", " "),
      target: nameOf(step.target),
      confidence: step.confidence,
    }));
    const from = last.source === end ? last.target : last.source;
    return [{ entity: found, hops: path.length, from, path: steps }];
  });
  return { entity, neighbours: neighbours.slice(0, MAX_NEIGHBOURS) };
};

/** The nearest; a vault may have thousands within a few steps. */
const MAX_NEIGHBOURS = 2_000;

/** What was learned first, strongest first; then notes, those with the most links first. */
const readGraph = ({ learned, notes }: GraphSources, workspace: string) => {
  const linked = notes(workspace);
  const relations: Step[] = [
    ...learned.relations(workspace),
    ...linked.links.map(({ source, target }) => ({
      id: `${source} > ${target}`,
      source,
      target,
      type: "links to",
      confidence: 1,
      strength: 1,
    })),
  ];
  const counts = countLinks(relations);
  const known = learned.entities(workspace).map(({ id, name, type, strength, usedAt }) => ({
    id,
    name,
    type,
    strength,
    usedAt,
    path: null,
    links: counts.get(id) ?? 0,
  }));
  const files = linked.notes.map(({ id, name, path }) => ({
    id,
    name,
    type: "note",
    strength: 1,
    usedAt: null,
    path,
    links: counts.get(id) ?? 0,
  }));
  files.sort((a, b) => b.links - a.links || (a.path < b.path ? -1 : 1));
  const entities: GraphEntity[] = [...known, ...files];
  return { entities, relations };
};

const countLinks = (relations: readonly Step[]): ReadonlyMap<string, number> => {
  const counts = new Map<string, number>();
  for (const { source, target } of relations) {
    for (const end of new Set([source, target])) counts.set(end, (counts.get(end) ?? 0) + 1);
  }
  return counts;
};
