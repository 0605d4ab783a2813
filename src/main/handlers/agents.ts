import type { agentsRoutes } from "#shared/contract/agents.ts";
import type { Agent } from "#shared/contract/agents.ts";
import type { Handlers, Signal } from "#shared/contract/index.ts";
import { delegatesOf } from "../agents/delegates-of.ts";
import { saveAgent } from "../agents/save-agent.ts";
import { shownAgents } from "../agents/shown-agents.ts";
import { listSubagents, saveSubagent, trySubagent } from "../agents/write-subagent.ts";
import { readIdentity } from "../workspace/identity.ts";
import type { HandlerContext } from "./handler-context.ts";

export const agentsHandlers = (context: HandlerContext): Handlers<typeof agentsRoutes> => {
  const agents = () => context.project().agents;
  const rooms = () => {
    const project = context.project();
    const { agents, subagents, workspace } = project;
    return {
      agents,
      subagents,
      workspace,
      preview: async (agent: Agent, signal: Signal) =>
        (await project.context.previewOf(agent, signal)).manifest,
    };
  };
  return {
    "agents.list": () => shownAgents(agents()),
    "agents.delegates": ({ id }) => ({
      delegates: [...delegatesOf(context.project().agents.get(id), context.project())],
    }),
    "agents.subagents": () => ({ subagents: listSubagents(context.project()) }),
    "agents.trySubagent": (draft, { signal }) => trySubagent(rooms(), draft, signal),
    "agents.saveSubagent": ({ baseHash, ...draft }) => saveSubagent(rooms(), draft, baseHash),
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
