import type { Handlers } from "#shared/contract/index.ts";
import type { influenceRoutes } from "#shared/contract/influence.ts";
import type { HandlerContext } from "./handler-context.ts";

export const influenceHandlers = (context: HandlerContext): Handlers<typeof influenceRoutes> => ({
  "influence.quoted": ({ run }, { signal }) => context.project().influence.quoted(run, signal),
});
