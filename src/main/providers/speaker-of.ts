import type { Agent } from "#shared/contract/agents.ts";
import { Failure } from "#shared/contract/index.ts";
import { builtin, builtinModel } from "./builtin/builtin.ts";
import type { CallLog } from "./call-log.ts";
import type { Providers } from "./open-providers.ts";
import type { ServedWindows } from "./served-windows.ts";

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

type Followed = { readonly providers: Providers; readonly calls: CallLog };

/** The same, with each of its calls kept in the project's log. */
export const followedSpeaker = async ({ providers, calls }: Followed, agent: Agent) => {
  const speaker = await speakerOf(agent, providers);
  return { ...speaker, provider: calls.follow(speaker.provider, agent.id) };
};

/** The same with its window, for work beside the conversation; null when only Built-in answers for the agent. */
export const modelSpeaker = async (
  { windows, ...rooms }: Followed & { readonly windows: ServedWindows },
  agent: Agent,
) => {
  const speaker = await followedSpeaker(rooms, agent);
  return speaker.provider.kind === "builtin" ? null : { ...speaker, window: await windows.of(agent) };
};
