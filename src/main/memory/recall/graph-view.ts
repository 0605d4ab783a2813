import { Failure } from "#shared/contract/index.ts";
import type { GraphEntity } from "#shared/contract/memory-graph.ts";
import type { Entity, Graph, Relation } from "../tables/graph.ts";
import { neighboursOf } from "./neighbours.ts";

/** The entities of a workspace with the number of their links, and how much there is in all. */
export const listEntities = (graph: Graph, workspace: string, limit: number) => {
  const { entities, relations } = readGraph(graph, workspace);
  return { entities: entities.slice(0, limit), total: entities.length, relations: relations.length };
};

/** What can be reached from an entity in a number of steps, each with its path. Fails with `entity-not-found`. */
export const listNeighbours = (graph: Graph, workspace: string, id: string, hops: number) => {
  const { entities, relations } = readGraph(graph, workspace);
  const byId = new Map(entities.map((entity) => [entity.id, entity]));
  const entity = byId.get(id);
  if (!entity) throw new Failure("entity-not-found", "Nothing is known by this name any more.", { id });
  const nameOf = (end: string) => byId.get(end)?.name ?? "";
  const neighbours = neighboursOf(relations, id, hops).flatMap(({ entity: end, path }) => {
    const found = byId.get(end);
    if (!found) return [];
    const steps = path.map((step) => ({
      relation: step.id,
      source: nameOf(step.source),
      type: step.type.replaceAll("_", " "),
      target: nameOf(step.target),
      confidence: step.confidence,
    }));
    return [{ entity: found, hops: path.length, path: steps }];
  });
  return { entity, neighbours };
};

const readGraph = (graph: Graph, workspace: string) => {
  const relations = graph.relations(workspace);
  return { entities: withLinks(graph.entities(workspace), relations), relations };
};

const withLinks = (entities: readonly Entity[], relations: readonly Relation[]): GraphEntity[] => {
  const links = new Map<string, number>();
  for (const { source, target } of relations) {
    for (const end of new Set([source, target])) links.set(end, (links.get(end) ?? 0) + 1);
  }
  return entities.map((entity) => ({ ...entity, links: links.get(entity.id) ?? 0 }));
};
