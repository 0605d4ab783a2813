import { z } from "zod";

/** An integer that is clamped to its range: a model that asks for too much gets the maximum. */
export const clamped = (least: number, most: number, otherwise: number) =>
  z
    .preprocess(whole, z.number().int().default(otherwise))
    .transform((asked) => Math.min(most, Math.max(least, asked)))
    .describe(`From ${least} to ${most}.`);

/** Models also write `"3"` and `3.0`. */
const whole = (asked: unknown): unknown => {
  const number = typeof asked === "string" && asked.trim() !== "" ? Number(asked) : asked;
  return typeof number === "number" && Number.isFinite(number) ? Math.trunc(number) : number;
};
