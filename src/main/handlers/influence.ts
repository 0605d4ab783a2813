import type { Handlers } from "#shared/contract/index.ts";
import type { influenceRoutes } from "#shared/contract/influence.ts";
import { abortSignal } from "../base/abort-signal.ts";
import type { HandlerContext } from "./handler-context.ts";

export const influenceHandlers = (context: HandlerContext): Handlers<typeof influenceRoutes> => ({
  "influence.quoted": ({ run }, { signal }) => context.project().influence.quoted(run, signal),
  "influence.prepare": ({ run }) => context.project().influence.prepare(run),
  "influence.measure": async ({ run, model, depth }, { signal }) => ({
    result: await context.project().influence.measure(run, { model, depth }, abortSignal(signal)),
  }),
  "influence.priceAgain": ({ run, ...ask }) => context.project().influence.priceAgain(run, ask),
  "influence.again": ({ run, ...ask }, { signal }) =>
    context.project().influence.again(run, ask, abortSignal(signal)),
  "influence.ledger": ({ agent }, { signal }) => context.project().influence.ledger(agent, signal),
  "influence.moved": async ({ run }) => ({ results: await context.project().influence.moved(run) }),
});
