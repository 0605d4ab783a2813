import { type Handlers, Failure } from "#shared/contract/index.ts";
import type { GraphEntity, memoryGraphRoutes } from "#shared/contract/memory-graph.ts";
import type { Entity, Relation } from "../memory/tables/graph.ts";
import { neighboursOf } from "../memory/recall/neighbours.ts";
import type { HandlerContext } from "./handler-context.ts";

export const memoryGraphHandlers = (context: HandlerContext): Handlers<typeof memoryGraphRoutes> => {
  const read = (id: string | undefined) => {
    const { tables, agents } = context.project();
    const { workspace } = agents.get(id);
    const { graph } = tables;
    const relations = graph.relations(workspace);
    return { entities: withLinks(graph.entities(workspace), relations), relations };
  };
  return {
    "memory.entities": ({ agent, limit }) => {
      const { entities, relations } = read(agent);
      return { entities: entities.slice(0, limit), total: entities.length, relations: relations.length };
    },
    "memory.neighbours": ({ agent, entity: id, hops }) => {
      const { entities, relations } = read(agent);
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
    },
  };
};

const withLinks = (entities: readonly Entity[], relations: readonly Relation[]): GraphEntity[] => {
  const links = new Map<string, number>();
  for (const { source, target } of relations) {
    for (const end of new Set([source, target])) links.set(end, (links.get(end) ?? 0) + 1);
  }
  return entities.map((entity) => ({ ...entity, links: links.get(entity.id) ?? 0 }));
};
