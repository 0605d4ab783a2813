import type { Agent } from "#shared/contract/agents.ts";
import { Failure } from "#shared/contract/index.ts";
import { builtin, builtinModel } from "./builtin/builtin.ts";
import type { Providers } from "./open-providers.ts";

/** The provider that answers for an agent; Built-in when the agent names none. */
export const speakerOf = async (agent: Agent, providers: Providers) => {
  const provider = await providers.get(agent.provider ?? builtin.id);
  if (provider.id === builtin.id) return { provider, model: builtinModel };
  if (agent.model !== null) return { provider, model: agent.model };
  throw new Failure(
    "no-model",
    `${agent.displayName} has a provider but no model. Choose one in its settings.`,
  );
};
