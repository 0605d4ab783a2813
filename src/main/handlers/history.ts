import type { historyRoutes } from "#shared/contract/history.ts";
import type { Handlers } from "#shared/contract/index.ts";
import type { HandlerContext } from "./handler-context.ts";

export const historyHandlers = (context: HandlerContext): Handlers<typeof historyRoutes> => {
  const history = () => context.project().history;
  const agentOf = (id: string | undefined) => context.project().agents.get(id);
  return {
    "history.list": ({ agent, path, limit }) => history().listShown(agentOf(agent), path ?? null, limit),
    "history.diff": async ({ agent, from, to, path }) => ({
      files: await history().diff(agentOf(agent), from, to ?? null, path ?? null),
    }),
    "history.restore": ({ agent, commit, path }) => history().restore(agentOf(agent), commit, path ?? null),
    "history.checkpoint": async ({ agent, note }) => ({
      commit: await history().checkpoint(agentOf(agent), note),
    }),
  };
};
