import type { Handlers } from "#shared/contract/index.ts";
import type { trashRoutes } from "#shared/contract/trash.ts";
import { emptyTrash, listTrash, restoreFromTrash } from "../sessions/project-trash.ts";
import type { HandlerContext } from "./handler-context.ts";

export const trashHandlers = (context: HandlerContext): Handlers<typeof trashRoutes> => ({
  "trash.list": async () => {
    const { days, maxBytes } = context.project().settings.get().trash;
    return { ...(await listTrash(context.project())), limits: { days, bytes: maxBytes } };
  },
  "trash.restore": ({ id }) => restoreFromTrash(context.project(), id),
  "trash.empty": async ({ ids }) => ({ removed: await emptyTrash(context.project(), ids) }),
});
