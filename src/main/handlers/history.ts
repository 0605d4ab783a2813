import type { historyRoutes } from "#shared/contract/history.ts";
import type { Handlers } from "#shared/contract/index.ts";
import type { HandlerContext } from "./handler-context.ts";

export const historyHandlers = (context: HandlerContext): Handlers<typeof historyRoutes> => ({
  "history.list": async (input) => {
    const { agents, history } = context.project();
    const agent = agents.get(input.agent);
    if (!agent.workspaceGit.enabled) return { enabled: false, commits: [] };
    return { enabled: true, commits: await history.list(agent, input.path ?? null, input.limit) };
  },
  "history.diff": async ({ agent, from, to, path }) => {
    const { agents, history } = context.project();
    return { files: await history.diff(agents.get(agent), from, to ?? null, path ?? null) };
  },
  "history.restore": ({ agent, commit, path }) => {
    const { agents, history } = context.project();
    return history.restore(agents.get(agent), commit, path ?? null);
  },
  "history.checkpoint": async ({ agent, note }) => {
    const { agents, history } = context.project();
    return { commit: await history.checkpoint(agents.get(agent), note) };
  },
});
