import type { McpServer } from "#shared/contract/mcp.ts";
import { definitionText } from "../context/plan/plan-tools.ts";
import type { OpenProject } from "./open-project.ts";
import type { Surroundings } from "./rooms.ts";

/** The user's MCP servers, with what each definition takes in a prompt of the default model. */
export const mcpOverview = async (
  { mcp, tokens }: Pick<Surroundings, "mcp" | "tokens">,
  project: OpenProject | null,
): Promise<{ servers: McpServer[] }> => {
  const counter = project?.tokens ?? tokens;
  const { encoding } = counter.encodingOf(project?.defaultModel() ?? null);
  const servers = mcp.list(project?.folder ?? null).map(async ({ tools, command, url, offFor, ...own }) => ({
    ...own,
    command: command ?? null,
    url: url ?? null,
    offFor: [...offFor],
    tools: await Promise.all(
      tools.map(async (one) => {
        const { name, tool, description, used, kept } = one;
        return {
          name,
          tool,
          description,
          used,
          kept,
          ...(await counter.count(definitionText(one), encoding)),
        };
      }),
    ),
  }));
  return { servers: await Promise.all(servers) };
};
