import type { ToolChoices } from "#shared/contract/tools.ts";
import { scopeOf } from "#shared/model/scope.ts";
import type { AgentsFile } from "../agents/agents-file.ts";
import { definitionText } from "../context/plan/plan-tools.ts";
import type { TokenCounter } from "../tokens/token-counter.ts";
import type { ToolRegistry } from "../tools/registry.ts";

type Rooms = {
  readonly agents: AgentsFile;
  readonly tools: ToolRegistry;
  readonly tokens: TokenCounter;
  readonly defaultModel: () => string | null | undefined;
};

/** Every tool that an agent could be allowed, with what its definition costs in each prompt. */
export const toolChoices = async (
  { agents, tools, tokens, defaultModel }: Rooms,
  id: string,
): Promise<ToolChoices> => {
  const agent = { ...agents.get(id), allowedTools: null };
  const scope = scopeOf(agent.scope, null, undefined);
  const { encoding } = tokens.encodingOf(agent.model ?? defaultModel() ?? null);
  const asking = new Set(tools.of(agent, scope).flatMap(({ name, asks }) => (asks ? [name] : [])));
  const counted = await Promise.all(
    tools.definitions(agent, scope).map(async (one) => ({
      name: one.name,
      text: one.description,
      asks: asking.has(one.name),
      ...(await tokens.count(definitionText(one), encoding)),
    })),
  );
  return {
    tools: counted.map(({ name, text, asks, tokens: cost }) => ({ name, text, asks, tokens: cost })),
    exact: counted.every(({ exact }) => exact),
  };
};
