import { z } from "zod";
import { isValues, type Values, withoutValue } from "../agents/merge-values.ts";

export type SettingsProblem = { readonly key: string; readonly message: string };

export type ParsedSettings<T> = {
  readonly settings: T;
  /** The values without the invalid ones. */
  readonly sound: Values;
  readonly problems: readonly SettingsProblem[];
};

/** Reads the valid values and uses the default for each invalid key. */
export const parseSettings = <T>(schema: z.ZodType<T>, values: Values): ParsedSettings<T> => {
  let sound = values;
  const problems: SettingsProblem[] = [];
  for (;;) {
    const parsed = schema.safeParse(sound);
    if (parsed.success) return { settings: parsed.data, sound, problems };
    let without = sound;
    for (const { path, message } of together(parsed.error.issues)) {
      const left = withoutValue(without, path);
      if (left === without) continue;
      without = left;
      problems.push({ key: path.join("."), message });
    }
    // A schema that rejects even its defaults is a bug, not bad input.
    if (without === sound) throw parsed.error;
    sound = without;
  }
};

/** More wrong values of one key than this, and the key goes as a whole: each costs a copy of the others. */
const MAX_ISSUES_PER_KEY = 50;

const together = (
  issues: readonly { readonly path: readonly PropertyKey[]; readonly message: string }[],
): readonly { readonly path: readonly string[]; readonly message: string }[] => {
  const parents = new Map<string, { path: string[]; message: string }[]>();
  for (const { path, message } of issues) {
    const names = path.map(String);
    const parent = JSON.stringify(names.slice(0, -1));
    const known = parents.get(parent) ?? [];
    known.push({ path: names, message });
    parents.set(parent, known);
  }
  return [...parents.values()].flatMap((of) => {
    const [first] = of;
    if (!first || of.length <= MAX_ISSUES_PER_KEY || first.path.length < 2) return of;
    return [{ path: first.path.slice(0, -1), message: first.message }];
  });
};

/**
 * The first key of the values that the schema does not know, as a dotted path; null when it knows all of
 * them.
 */
export const unknownKey = (schema: z.ZodType, values: Values): string | null => {
  const object = objectOf(schema);
  if (!object) return null;
  for (const [key, value] of Object.entries(values)) {
    if (!Object.hasOwn(object.shape, key)) return key;
    const inner = isValues(value) ? unknownKey(object.shape[key] as z.ZodType, value) : null;
    if (inner !== null) return `${key}.${inner}`;
  }
  return null;
};

const objectOf = (schema: z.ZodType): z.ZodObject | null => {
  if (schema instanceof z.ZodObject) return schema;
  if (schema instanceof z.ZodDefault || schema instanceof z.ZodOptional || schema instanceof z.ZodNullable) {
    return objectOf(schema.unwrap() as z.ZodType);
  }
  return null;
};
