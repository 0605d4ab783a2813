import type { Handlers } from "#shared/contract/index.ts";
import type { memoryGraphRoutes } from "#shared/contract/memory-graph.ts";
import { listEntities, listNeighbours } from "../memory/recall/graph-view.ts";
import type { HandlerContext } from "./handler-context.ts";

export const memoryGraphHandlers = (context: HandlerContext): Handlers<typeof memoryGraphRoutes> => {
  const graph = () => context.project().tables.graph;
  const folderOf = (agent: string | undefined) => context.project().agents.get(agent).workspace;
  return {
    "memory.entities": ({ agent, limit }) => listEntities(graph(), folderOf(agent), limit),
    "memory.neighbours": ({ agent, entity, hops }) => listNeighbours(graph(), folderOf(agent), entity, hops),
  };
};
