import type { agentsRoutes } from "#shared/contract/agents.ts";
import type { Handlers } from "#shared/contract/index.ts";
import { parseIdentity } from "../workspace/identity.ts";
import { beginHistories } from "../history/begin-histories.ts";
import type { HandlerContext } from "./handler-context.ts";

export const agentsHandlers = (context: HandlerContext): Handlers<typeof agentsRoutes> => ({
  "agents.list": () => listed(context),
  "agents.save": async ({ id, values }) => {
    const { agents, history } = context.project();
    const change = await agents.save(id, values);
    await beginHistories(history, agents.list(), context.ports.log);
    return { ...listed(context), change };
  },
  "agents.identity": async ({ id }) => {
    const { agents, workspace } = context.project();
    return { identity: parseIdentity(await workspace.readManaged(agents.get(id).workspace, "IDENTITY.md")) };
  },
  "agents.remove": async ({ id }) => {
    const change = await context.project().agents.remove(id);
    return { agents: listed(context).agents, change };
  },
});

/** As agents.yaml spells it: `.` is the folder itself. */
export const shownWorkspace = (folder: string): string => folder || ".";

const listed = (context: HandlerContext) => {
  const { agents } = context.project();
  const shown = agents.list().map((agent) => ({ ...agent, workspace: shownWorkspace(agent.workspace) }));
  return { agents: shown, warnings: [...agents.warnings()] };
};
