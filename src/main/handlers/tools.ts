import type { Handlers } from "#shared/contract/index.ts";
import type { toolsRoutes } from "#shared/contract/tools.ts";
import { abortSignal } from "../base/abort-signal.ts";
import { toolChoices } from "../turns/tool-choices.ts";
import { runToolByHand, toolsOf } from "../turns/tools-by-hand.ts";
import type { HandlerContext } from "./handler-context.ts";

export const toolsHandlers = (context: HandlerContext): Handlers<typeof toolsRoutes> => ({
  "tools.list": async (caller) => ({ tools: await toolsOf(context.project(), caller) }),
  "tools.choices": ({ agent }) => toolChoices(context.project(), agent),
  "tools.run": async ({ name, args, ...caller }, { signal }) => ({
    content: await runToolByHand(context.project(), caller, { name, args }, abortSignal(signal)),
  }),
});
