import { z } from "zod";
import type { Agent } from "#shared/contract/agents.ts";
import { tool, type Tool } from "../../tools/tool.ts";
import type { ListedTool } from "./connection.ts";
import type { McpServers } from "./mcp-servers.ts";

/** The tools of the running servers, as tools of an agent. The same object until the server changes its definition. */
export const mcpTools = (servers: McpServers, project: string) => {
  const made = new WeakMap<ListedTool, Tool>();
  const listed = new Map<string, ListedTool>();
  return (): readonly Tool[] =>
    servers.list(project).flatMap(({ id, tools }) =>
      tools.map((one) => {
        // The list is copied for each view; the mark says whether it is the same tool.
        const key = `${one.name} ${one.mark}`;
        const same = listed.get(key) ?? one;
        listed.set(key, same);
        const known = made.get(same);
        if (known) return known;
        const isOn = (agent: Agent) =>
          servers.list(project).some((server) => server.id === id && !server.offFor.includes(agent.id));
        const fresh = toolOf(servers, id, same, isOn);
        made.set(same, fresh);
        return fresh;
      }),
    );
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
    run: (args, { signal }) => servers.call(id, one.tool, args, signal),
  });
