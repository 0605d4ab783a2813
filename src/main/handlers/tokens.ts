import type { Handlers } from "#shared/contract/index.ts";
import type { tokensRoutes } from "#shared/contract/tokens.ts";
import { countShown } from "../tokens/count-shown.ts";
import type { HandlerContext } from "./handler-context.ts";

export const tokensHandlers = (context: HandlerContext): Handlers<typeof tokensRoutes> => ({
  "tokens.count": (input, { signal }) => countShown(input, context.currentProject(), context.tokens, signal),
  "tokens.calibrations": () => ({ calibrations: context.project().calibrations.list() }),
  "tokens.resetCalibration": ({ model }) => {
    context.project().calibrations.reset(model);
    return {};
  },
  "tokens.prefillSpeeds": () => ({ speeds: context.project().prefillSpeeds.list() }),
  "tokens.recount": () => ({ started: context.project().recount.start() }),
  "tokens.cancelRecount": () => ({ cancelled: context.project().recount.cancel() }),
});
