import type { agentsRoutes } from "#shared/contract/agents.ts";
import type { Handlers } from "#shared/contract/index.ts";
import { delegatesOf } from "../agents/delegates-of.ts";
import { saveAgent } from "../agents/save-agent.ts";
import { shownAgents } from "../agents/shown-agents.ts";
import { readIdentity } from "../workspace/identity.ts";
import type { HandlerContext } from "./handler-context.ts";

export const agentsHandlers = (context: HandlerContext): Handlers<typeof agentsRoutes> => {
  const agents = () => context.project().agents;
  return {
    "agents.list": () => shownAgents(agents()),
    "agents.delegates": ({ id }) => ({
      delegates: [...delegatesOf(context.project().agents.get(id), context.project())],
    }),
    "agents.save": async ({ id, values }) => {
      const change = await saveAgent(context.project(), id, values);
      return { ...shownAgents(agents()), change };
    },
    "agents.identity": async ({ id }) => ({
      identity: await readIdentity(context.project().workspace, agents().get(id).workspace),
    }),
    "agents.remove": async ({ id }) => {
      const change = await agents().remove(id);
      return { agents: shownAgents(agents()).agents, change };
    },
  };
};
