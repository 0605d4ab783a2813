import { z } from "zod";
import { route } from "./route.ts";

export const encoding = z.string();

export const tokenCount = z.object({
  tokens: z.number().int().nonnegative(),
  encoding,
  /** False: an estimate, and it must be shown as one. */
  exact: z.boolean(),
});
export type TokenCount = z.output<typeof tokenCount>;

export const calibration = z.object({
  model: z.string(),
  /** Provider's count divided by ours, smoothed. */
  ratio: z.number(),
  samples: z.number().int(),
  updatedAt: z.string(),
});
export type StoredCalibration = z.output<typeof calibration>;

/** How fast a model on this machine, or behind a server, reads a prompt: measured in real turns. */
export const prefillSpeed = z.object({
  provider: z.string(),
  model: z.string(),
  /** Milliseconds to the first piece of an answer per token that was not cached, smoothed. */
  msPerToken: z.number().positive(),
  samples: z.number().int(),
  updatedAt: z.string(),
});
export type StoredPrefillSpeed = z.output<typeof prefillSpeed>;

export const tokensRoutes = {
  "tokens.count": route(
    z.object({ text: z.string(), model: z.string().optional(), encoding: encoding.optional() }),
    tokenCount.extend({
      /** What the model's provider will probably count, if its usage has shown a difference. */
      calibrated: z.number().int().nonnegative().optional(),
    }),
  ),
  "tokens.calibrations": route(z.object({}), z.object({ calibrations: z.array(calibration) })),
  "tokens.resetCalibration": route(z.object({ model: z.string().optional() }), z.object({})),
  /** Models without a timed turn are missing. */
  "tokens.prefillSpeeds": route(z.object({}), z.object({ speeds: z.array(prefillSpeed) })),
  "tokens.recount": route(z.object({}), z.object({ started: z.boolean() })),
  "tokens.cancelRecount": route(z.object({}), z.object({ cancelled: z.boolean() })),
};

export const tokensEvents = {
  "tokens.recounting": z.object({
    encoding,
    done: z.number().int(),
    total: z.number().int(),
    status: z.enum(["running", "finished", "cancelled"]),
  }),
};
