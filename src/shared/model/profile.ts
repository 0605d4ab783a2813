import { z } from "zod";
import { layerId, type LayerId } from "./layer.ts";
import { role } from "./manifest.ts";

/**
 * A way to fill the window, as plain data. Its `kind` selects the rules it follows; what the window needs to
 * know about those rules comes beside the fields as `rules`. Only `context/profiles/` looks at `kind`.
 */

/** The fields every profile has. */
export const profileFields = {
  id: z.string().regex(/^[a-z0-9][a-z0-9-]*$/, "use lower-case letters, digits and dashes"),
  title: z.string().min(1),
  kind: z.string(),
  /** The profile it was derived from; null for the shipped ones. */
  from: z.string().nullable(),
  builtIn: z.boolean(),
  /** The layers of the prompt in order, and the role each is sent as. */
  layers: z.array(z.strictObject({ id: z.string(), role })),
  /** The unit of the limits: the agent's tokens, four characters, or UTF-16 units. */
  unit: z.enum(["tokens", "quarter-chars", "chars"]),
  history: z.strictObject({
    maxMessages: z.number().int().positive().nullable(),
    maxChars: z.number().int().positive().nullable(),
    maxTokens: z.number().int().nonnegative().nullable(),
  }),
  /** Share of what the prompt may use at which old history is compacted. */
  compactAt: z.number().gt(0).lte(1),
  /** Tokens reserved for the reply when the agent sets none; null: the app's default. */
  reservedOutput: z.number().int().positive().nullable(),
  /** Project-relative paths that no tag filter or total limit removes, and those that are never sent. */
  pin: z.array(z.string()),
  exclude: z.array(z.string()),
};

const anyProfile = z.object(profileFields);
/** What every profile has, whatever its kind. */
export type ProfileData = z.output<typeof anyProfile>;

/** The profile of an agent that names none. */
export const DEFAULT_PROFILE = "layered";

/** Default share of the window at which old history is compacted. */
export const DEFAULT_COMPACT_AT = 0.85;

/** A file that uses this share of its limit, or more, is near it. */
export const NEAR_LIMIT = 0.85;

/** The priority of a file whose front matter has none. */
export const DEFAULT_PRIORITY = 100;

export const layeredProfile = z.strictObject({
  ...profileFields,
  kind: z.literal("layered"),
  unit: z.literal("tokens"),
  /** Tokens of one file, and of all workspace files together; headers and markers do not count. */
  perFile: z.number().int().positive(),
  total: z.number().int().positive(),
  memoryTokens: z.number().int().nonnegative(),
  memoryHits: z.number().int().nonnegative(),
  /** Warned about, never cut. */
  soft: z.strictObject({ soul: z.number().int().positive(), system: z.number().int().positive() }),
  /** `{name}` is the file's name. Empty: no header. */
  fileHeader: z.string(),
  /** `{limit}` is the limit it was cut at. */
  marker: z.string().min(1),
  identity: z.literal("file"),
});
export type LayeredProfile = z.output<typeof layeredProfile>;

export const harnessProfile = z.strictObject({
  ...profileFields,
  kind: z.literal("harness"),
  unit: z.literal("quarter-chars"),
  injection: z.strictObject({ maxContextTokens: z.number().int().positive() }),
  /** How the window shortens AGENTS.md. */
  marker: z.string().min(1),
  identity: z.literal("none"),
});
export type HarnessProfile = z.output<typeof harnessProfile>;

export const personaProfile = z.strictObject({
  ...profileFields,
  kind: z.literal("persona"),
  unit: z.literal("chars"),
  perFile: z.number().int().positive(),
  total: z.number().int().positive(),
  marker: z.string().min(1),
  identity: z.literal("line"),
});
export type PersonaProfile = z.output<typeof personaProfile>;

export const snapshotProfile = z.strictObject({
  ...profileFields,
  kind: z.literal("snapshot"),
  unit: z.literal("chars"),
  maxFiles: z.number().int().positive(),
  /** UTF-16 units of the whole snapshot message. */
  maxChars: z.number().int().positive(),
  /** Printed first, in this order; null: the built-in list of the detected ecosystem. */
  spine: z.array(z.string()).nullable(),
  identity: z.literal("none"),
});
export type SnapshotProfile = z.output<typeof snapshotProfile>;

/** How a field is edited. */
export const profileField = z.object({
  /** With dots: `history.maxTokens`. */
  key: z.string(),
  input: z.enum(["text", "count", "share", "lines", "flag"]),
  /** May be empty: then there is no such limit. */
  optional: z.boolean(),
  /** The smallest count that is accepted; null for other fields. */
  least: z.number().int().nullable(),
});
export type ProfileField = z.output<typeof profileField>;

/** What a kind of profile decides and no field expresses. Read-only: a saved profile has none of it. */
export const profileRules = z.object({
  /** By layer, the field that limits it in tokens. */
  budgets: z.partialRecord(layerId, z.string()),
  /** Fields that limit files, in the profile's unit: one file, then all of them. None may exceed the next. */
  limits: z.array(z.string()),
  /** Files have an order of their own, and each can be pinned, excluded or moved. */
  ranksFiles: z.boolean(),
  /** Whether a tag can open a file to a shared session. */
  sharing: z.object({ byTag: z.boolean() }),
  fields: z.array(profileField),
});
export type ProfileRules = z.output<typeof profileRules>;

const rules = { rules: profileRules };
/** The kinds that ship, as a profile file has them. */
export const profileKinds = [layeredProfile, harnessProfile, personaProfile, snapshotProfile] as const;
const shippedKinds = [
  z.object({ ...layeredProfile.shape, ...rules }),
  z.object({ ...harnessProfile.shape, ...rules }),
  z.object({ ...personaProfile.shape, ...rules }),
  z.object({ ...snapshotProfile.shape, ...rules }),
] as const;
const shippedNames: ReadonlySet<string> = new Set(
  shippedKinds.flatMap(({ shape }) => [...shape.kind.values]),
);

/**
 * As the contract returns it. A kind that is not in the union is passed on with its own fields unparsed: the
 * window shows it by its rules, so a new kind needs no change here.
 */
export const profile = z.union([
  z.discriminatedUnion("kind", shippedKinds),
  z.looseObject({
    ...profileFields,
    kind: z.string().refine((kind) => !shippedNames.has(kind), "has other fields"),
    ...rules,
  }),
]);
export type Profile = ProfileData & { readonly rules: ProfileRules };

/** `readField(profile, "injection.maxContextTokens")`. */
export const readField = (data: unknown, field: string): unknown =>
  field
    .split(".")
    .reduce<unknown>(
      (value, key) =>
        typeof value === "object" && value !== null && Object.hasOwn(value, key)
          ? Reflect.get(value, key)
          : undefined,
      data,
    );

/** The number in a field; null when it has none. */
export const numberField = (data: unknown, field: string | undefined): number | null => {
  const value = field === undefined ? undefined : readField(data, field);
  return typeof value === "number" ? value : null;
};

/** The field that limits one file in tokens, where there is one. */
export const fileLimitField = ({ unit, rules: { limits } }: Profile): string | undefined =>
  unit === "tokens" ? limits[0] : undefined;

/** The field that limits a layer in tokens, where the profile counts its layers in tokens. */
export const tokenBudgetField = ({ unit, rules: { budgets } }: Profile, layer: LayerId): string | undefined =>
  unit === "tokens" ? budgets[layer] : undefined;
