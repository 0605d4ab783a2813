import { z } from "zod";

/** A whole number that is brought into its range: a model that asks for too much gets the most there is. */
export const clamped = (least: number, most: number, otherwise: number) =>
  z
    .number()
    .int()
    .default(otherwise)
    .transform((asked) => Math.min(most, Math.max(least, asked)))
    .describe(`From ${least} to ${most}.`);
