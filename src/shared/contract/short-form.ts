import { z } from "zod";

/** A schema that takes its own input, and whatever `spell` turns into it. Callers with types see only the former. */
export const shortForm = <S extends z.ZodType>(schema: S, spell: (value: unknown) => unknown) =>
  z.custom<z.input<S>>().transform(spell).pipe(z.unknown().pipe(schema));

export const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
