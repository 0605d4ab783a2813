import type { Handlers } from "#shared/contract/index.ts";
import type { tokensRoutes } from "#shared/contract/tokens.ts";
import { calibrated } from "../tokens/calibrate.ts";
import type { HandlerContext } from "./handler-context.ts";

export const tokensHandlers = (context: HandlerContext): Handlers<typeof tokensRoutes> => ({
  /** Works without a project too; with one, its default model is meant where none is named. */
  "tokens.count": async ({ text, model, encoding }, { signal }) => {
    const project = context.currentProject();
    const meant = model ?? (encoding === undefined ? project?.defaultModel() : undefined) ?? null;
    const counter = project?.tokens ?? context.tokens;
    const count = await counter.count(text, encoding ?? counter.encodingOf(meant).encoding, signal);
    const calibration = meant === null ? null : (project?.calibrations.get(meant) ?? null);
    return calibration ? { ...count, calibrated: calibrated(count, calibration) } : count;
  },
  "tokens.calibrations": () => ({ calibrations: context.project().calibrations.list() }),
  "tokens.resetCalibration": ({ model }) => {
    context.project().calibrations.reset(model);
    return {};
  },
  "tokens.prefillSpeeds": () => ({ speeds: context.project().prefillSpeeds.list() }),
  "tokens.recount": () => ({ started: context.project().recount.start() }),
  "tokens.cancelRecount": () => ({ cancelled: context.project().recount.cancel() }),
});
