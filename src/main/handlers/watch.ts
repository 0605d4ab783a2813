import type { Handlers } from "#shared/contract/index.ts";
import type { watchRoutes } from "#shared/contract/watch.ts";
import type { HandlerContext } from "./handler-context.ts";

export const watchHandlers = (context: HandlerContext): Handlers<typeof watchRoutes> => {
  const watch = () => context.project().watch;
  return {
    "watch.state": async () => watch().state(),
    "watch.start": ({ upstream, port }) => watch().start(upstream, port),
    "watch.stop": () => watch().stop(),
    "watch.clear": async () => watch().clear(),
    "watch.request": async ({ id }) => watch().request(id),
    "watch.part": async ({ id, index }) => watch().part(id, index),
  };
};
