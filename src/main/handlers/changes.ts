import type { changesRoutes } from "#shared/contract/changes.ts";
import type { Handlers } from "#shared/contract/index.ts";
import type { HandlerContext } from "./handler-context.ts";

export const changesHandlers = (context: HandlerContext): Handlers<typeof changesRoutes> => {
  const changes = () => context.project().changes;
  return {
    "changes.list": (filter) => changes().list(filter),
    "changes.diff": ({ id, path }) => changes().diff(id, path),
    "changes.undo": ({ id }) => changes().undo(id),
    "changes.undoTurn": ({ session, turn }) => changes().undoTurn(session, turn),
  };
};
