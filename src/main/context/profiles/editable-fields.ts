import { z } from "zod";
import type { ProfileField } from "#shared/model/profile.ts";

/** Fields that no form edits: they define what the profile is, or have a control of their own (the layers). */
const FIXED: ReadonlySet<string> = new Set(["id", "kind", "from", "builtIn", "layers", "unit", "identity"]);

/** The fields of a schema that a form can edit, in its order; groups are named with a dot. */
export const editableFields = (schema: z.ZodObject, group = ""): ProfileField[] =>
  Object.entries(schema.shape).flatMap(([name, field]): ProfileField[] => {
    if (group === "" && FIXED.has(name)) return [];
    const optional = field instanceof z.ZodNullable;
    const inner = optional ? field.unwrap() : field;
    const key = `${group}${name}`;
    if (inner instanceof z.ZodObject) return editableFields(inner, `${key}.`);
    const input = inputOf(inner);
    if (input === null) return [];
    const least = input === "count" ? (z.safeParse(field, 0).success ? 0 : 1) : null;
    return [{ key, input, optional, least }];
  });

const inputOf = (field: unknown): ProfileField["input"] | null => {
  if (field instanceof z.ZodBoolean) return "flag";
  if (field instanceof z.ZodArray) return "lines";
  if (field instanceof z.ZodString) return "text";
  if (field instanceof z.ZodNumber) return field.isInt ? "count" : "share";
  return null;
};
