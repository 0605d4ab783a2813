import type { Handlers } from "#shared/contract/index.ts";
import type { memoryGraphRoutes } from "#shared/contract/memory-graph.ts";
import { listEntities, listNeighbours } from "../memory/recall/graph-view.ts";
import type { HandlerContext } from "./handler-context.ts";

export const memoryGraphHandlers = (context: HandlerContext): Handlers<typeof memoryGraphRoutes> => {
  const sources = () => {
    const { tables, workspace } = context.project();
    return { learned: tables.graph, notes: (folder: string) => workspace.links.graph(folder) };
  };
  const folderOf = (agent: string | undefined) => context.project().agents.get(agent).workspace;
  return {
    "memory.entities": ({ agent, limit }) => listEntities(sources(), folderOf(agent), limit),
    "memory.neighbours": ({ agent, entity, hops }) =>
      listNeighbours(sources(), folderOf(agent), entity, hops),
  };
};
