import type { agentsRoutes } from "#shared/contract/agents.ts";
import type { Handlers } from "#shared/contract/index.ts";
import { parseIdentity } from "../workspace/identity.ts";
import { beginHistories } from "./begin-histories.ts";
import type { HandlerContext } from "./handler-context.ts";

export const agentsHandlers = (context: HandlerContext): Handlers<typeof agentsRoutes> => ({
  "agents.list": () => listed(context),
  "agents.save": async ({ id, values }) => {
    const { agents, history } = context.project();
    await agents.save(id, values);
    await beginHistories(history, agents, context.ports.log);
    return listed(context);
  },
  "agents.identity": async ({ id }) => {
    const { agents, workspace } = context.project();
    return { identity: parseIdentity(await workspace.readManaged(agents.get(id).workspace, "IDENTITY.md")) };
  },
  "agents.remove": async ({ id }) => {
    await context.project().agents.remove(id);
    return { agents: listed(context).agents };
  },
});

const listed = (context: HandlerContext) => {
  const { agents } = context.project();
  return { agents: [...agents.list()], warnings: [...agents.warnings()] };
};
