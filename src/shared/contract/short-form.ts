import { z } from "zod";

/**
 * A schema that accepts its own input, and anything that `spell` converts to it. Typed callers see only the
 * former.
 */
export const shortForm = <S extends z.ZodType>(schema: S, spell: (value: unknown) => unknown) =>
  z.custom<z.input<S>>().transform(spell).pipe(z.unknown().pipe(schema));

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
