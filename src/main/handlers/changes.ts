import type { changesRoutes } from "#shared/contract/changes.ts";
import type { Handlers } from "#shared/contract/index.ts";
import type { HandlerContext } from "./handler-context.ts";

export const changesHandlers = (context: HandlerContext): Handlers<typeof changesRoutes> => {
  const changes = () => context.project().changes;
  return {
    "changes.list": (filter) => changes().list(filter),
    "changes.diff": ({ id, path }) => changes().diff(id, path),
    "changes.undo": ({ id, and, decisions }) => changes().undo(id, and, decisions),
    "changes.undoTurn": ({ session, turn, decisions }) => changes().undoTurn(session, turn, decisions),
    "changes.overview": async () => {
      const overview = await changes().overview();
      const titles = await context.project().sessions.titles();
      return {
        ...overview,
        // One that was removed has no title any more.
        sessions: overview.sessions.map((id) => ({ id, title: titles.get(id) ?? "" })),
      };
    },
  };
};
