import { z } from "zod";
import type { Agent } from "#shared/contract/agents.ts";
import { tool, type Tool } from "../../tools/tool.ts";
import type { ListedTool } from "./connection.ts";
import type { McpServers } from "./mcp-servers.ts";

/** The tools of the running servers, as tools of an agent. The same object until the server changes its definition. */
export const mcpTools = (servers: McpServers, project: string) => {
  /** What is listed now, so that a server that changes its tools again and again leaves nothing behind. */
  let known = new Map<string, Tool>();
  return (): readonly Tool[] => {
    const next = new Map<string, Tool>();
    for (const { id, tools } of servers.list(project))
      for (const one of tools) {
        // The mark says whether it is the same tool.
        const key = `${one.name} ${one.mark}`;
        const isOn = (agent: Agent) =>
          servers.list(project).some((server) => server.id === id && !server.offFor.includes(agent.id));
        next.set(key, known.get(key) ?? toolOf(servers, id, one, isOn));
      }
    known = next;
    return [...known.values()];
  };
};

const toolOf = (servers: McpServers, id: string, one: ListedTool, isOn: (agent: Agent) => boolean): Tool =>
  tool({
    name: one.name,
    description: one.description,
    input: z.record(z.string(), z.unknown()),
    parameters: one.parameters,
    origin: "outside",
    asks: true,
    server: { id, tool: one.tool, mark: one.mark },
    shared: false,
    trustedOnly: true,
    listed: isOn,
    run: (args, { signal, agent, session }) => servers.call(id, one.tool, args, signal, { agent, session }),
  });
