import { z } from "zod";
import { Failure } from "#shared/contract/index.ts";
import { role } from "#shared/model/manifest.ts";
import type { Allowance, Gathered, LayerId, Meter, Plan } from "../types.ts";

/**
 * A profile is plain data; what data cannot say (how its layers become text) is the `plan` of its kind.
 * One file in this folder is one kind: the data it ships with, the schema of that data, and its plan.
 */

/** The fields every profile has. */
export const profileFields = {
  id: z.string().regex(/^[a-z0-9][a-z0-9-]*$/, "use lower-case letters, digits and dashes"),
  title: z.string().min(1),
  kind: z.string(),
  from: z.string().nullable(),
  builtIn: z.boolean(),
  /** The layers of the prompt in order, and the role each is sent as. */
  layers: z.array(z.strictObject({ id: z.string(), role })),
  /** What the limits count: the agent's tokens, four characters, or UTF-16 units. */
  unit: z.enum(["tokens", "quarter-chars", "chars"]),
  history: z.strictObject({
    maxMessages: z.number().int().positive().nullable(),
    maxChars: z.number().int().positive().nullable(),
    maxTokens: z.number().int().nonnegative().nullable(),
  }),
  /** Share of the window at which old history is compacted. */
  compactAt: z.number().gt(0).lte(1),
  /** Tokens kept for the reply when the agent does not say; null: the app's default. */
  reservedOutput: z.number().int().positive().nullable(),
  /** Project-relative paths that no tag filter or total limit takes out, and those that are never sent. */
  pin: z.array(z.string()),
  exclude: z.array(z.string()),
};

const common = z.object(profileFields);
export type ProfileData = z.output<typeof common>;

export const commonDefaults = {
  from: null,
  builtIn: true,
  history: { maxMessages: null, maxChars: null, maxTokens: null },
  compactAt: 0.85,
  reservedOutput: null,
  pin: [],
  exclude: [],
} as const satisfies Partial<Record<keyof ProfileData, unknown>>;

/** A profile with its rules: ready to plan. */
export type BoundProfile = {
  readonly data: ProfileData;
  /** Tokens the layer may use; null where it takes what remains or counts in another unit. */
  budget(layer: LayerId): number | null;
  plan(gathered: Gathered, allowance: Allowance, meter: Meter): Plan;
};

export type ProfileKind = {
  readonly shipped: ProfileData;
  /** The profile's field that a layer's budget sets, by layer. */
  readonly budgetFields: Partial<Record<LayerId, string>>;
  /** Pairs of fields, both set on purpose, of which the first must not be larger. */
  readonly contradictions: readonly (readonly [smaller: string, larger: string])[];
  /** Fails with `profile-invalid` and names the field. */
  bind(fields: unknown): BoundProfile;
};

export const defineProfile = <P extends ProfileData>(definition: {
  shipped: P;
  schema: z.ZodType<P>;
  budgetFields: Partial<Record<LayerId, string>>;
  contradictions?: readonly (readonly [smaller: string, larger: string])[];
  plan(gathered: Gathered, profile: P, allowance: Allowance, meter: Meter): Plan;
}): ProfileKind => ({
  shipped: definition.shipped,
  budgetFields: definition.budgetFields,
  contradictions: definition.contradictions ?? [],
  bind: (fields) => {
    const data = parseProfile(definition.schema, definition.shipped, fields);
    return {
      data,
      budget: (layer) => {
        const field = definition.budgetFields[layer];
        const value = field === undefined ? undefined : readField(data, field);
        return typeof value === "number" ? value : null;
      },
      plan: (gathered, allowance, meter) => definition.plan(gathered, data, allowance, meter),
    };
  },
});

/** `readField(profile, "injection.maxContextTokens")`. */
export const readField = (data: unknown, field: string): unknown =>
  field
    .split(".")
    .reduce<unknown>(
      (value, key) => (typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined),
      data,
    );

const parseProfile = <P extends ProfileData>(schema: z.ZodType<P>, shipped: P, fields: unknown): P => {
  const parsed = schema.safeParse(fields);
  const name = nameOf(fields);
  if (!parsed.success) {
    const problems = parsed.error.issues.map(describeIssue);
    throw invalid(`The profile "${name}" cannot be used: ${problems.join("; ")}.`, { problems });
  }
  checkLayers(name, parsed.data, shipped);
  return parsed.data;
};

/** A layer may move, but it cannot be invented, lost, doubled, or sent as somebody else. */
const checkLayers = (name: string, data: ProfileData, shipped: ProfileData) => {
  const refuse = (problem: string) =>
    invalid(`The profile "${name}" cannot be used: ${problem}.`, { problems: [problem] });
  const roles = new Map(shipped.layers.map((layer) => [layer.id, layer.role]));
  const seen = new Set<string>();
  for (const layer of data.layers) {
    const expected = roles.get(layer.id);
    if (expected === undefined) {
      throw refuse(`layers: there is no layer "${layer.id}" (known: ${[...roles.keys()].join(", ")})`);
    }
    if (seen.has(layer.id)) throw refuse(`layers: "${layer.id}" is listed twice`);
    if (layer.role !== expected) throw refuse(`layers: "${layer.id}" must have the role ${expected}`);
    seen.add(layer.id);
  }
  const lost = [...roles.keys()].find((id) => !seen.has(id));
  if (lost !== undefined) throw refuse(`layers: "${lost}" is not in the list`);
};

/** The message of a contradiction names its fields already. */
const describeIssue = (issue: z.core.$ZodIssue): string =>
  issue.path.length === 0 ? issue.message : `${issue.path.join(".")}: ${issue.message}`;

const nameOf = (fields: unknown): string => {
  const id = readField(fields, "id");
  return typeof id === "string" ? id : "";
};

const invalid = (message: string, detail: unknown) => new Failure("profile-invalid", message, detail);
