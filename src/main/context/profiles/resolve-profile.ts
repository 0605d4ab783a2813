import type { Overrides } from "#shared/contract/context.ts";
import { Failure } from "#shared/contract/index.ts";
import { profileKinds } from "./index.ts";
import type { BoundProfile, ProfileData, ProfileKind } from "./profile-kind.ts";

/** A saved profile: what it was derived from, and the fields it changes. */
export type SavedProfile = Readonly<Record<string, unknown>>;

/** The four that ship with the app, then the project's own. */
export const shippedProfiles = (): readonly ProfileData[] => profileKinds.map((kind) => kind.shipped);

/** Binds a profile by its id, with the changes of a preview. Fails with `profile-unknown` or `profile-invalid`. */
export const resolveProfile = (
  id: string,
  saved: readonly SavedProfile[],
  overrides: Overrides = {},
): BoundProfile => {
  const { kind, fields } = fieldsOf(id, saved, []);
  const changed = overrides.profile ? applyChanges(fields, overrides.profile, kind) : fields;
  return kind.bind(applyBudgets(changed, overrides.layers, kind));
};

/** A whole profile from `{id, from, …changed fields}`, checked. */
export const deriveProfile = (profile: SavedProfile, saved: readonly SavedProfile[]): ProfileData => {
  const { id } = profile;
  if (typeof id !== "string") throw new Failure("profile-invalid", "A profile needs an id.");
  if (isShipped(id)) {
    throw new Failure(
      "profile-shipped",
      `"${id}" ships with the app and cannot be changed. Duplicate it under another name.`,
      { id },
    );
  }
  return resolveProfile(id, [...saved.filter((each) => each["id"] !== id), profile]).data;
};

/** For files of saved profiles: each must stand on its own. */
export const validateProfile = (value: unknown): { profile: ProfileData } | { problem: string } => {
  if (!isPlainObject(value)) return { problem: "A profile is an object." };
  try {
    return { profile: deriveProfile(value, []) };
  } catch (error) {
    if (error instanceof Failure) return { problem: error.message };
    throw error;
  }
};

export const isShipped = (id: string): boolean => profileKinds.some((kind) => kind.shipped.id === id);

type Fields = { readonly kind: ProfileKind; readonly fields: Readonly<Record<string, unknown>> };

const fieldsOf = (id: string, saved: readonly SavedProfile[], seen: readonly string[]): Fields => {
  const kind = profileKinds.find((each) => each.shipped.id === id);
  if (kind) return { kind, fields: kind.shipped };
  const own = saved.find((each) => each["id"] === id);
  if (!own) throw new Failure("profile-unknown", `There is no profile called "${id}".`, { id });
  const base = own["kind"] ?? own["from"];
  if (typeof base !== "string") {
    throw new Failure("profile-invalid", `The profile "${id}" does not say what it is derived from.`, { id });
  }
  if (seen.includes(id)) {
    throw new Failure("profile-invalid", `The profile "${id}" is derived from itself.`, { id });
  }
  const { kind: rules, fields } = fieldsOf(base, saved, [...seen, id]);
  const { kind: _kind, ...changes } = own;
  const merged = applyChanges(fields, changes, rules);
  return {
    kind: rules,
    fields: { ...merged, title: own["title"] ?? id, id, from: own["from"] ?? base, builtIn: false },
  };
};

/** Fields may be named with dots: `injection.maxContextTokens`. Objects are merged, lists replaced. */
const applyChanges = (
  fields: Readonly<Record<string, unknown>>,
  changes: Readonly<Record<string, unknown>>,
  kind: ProfileKind,
): Readonly<Record<string, unknown>> => {
  let next = fields;
  // A saved profile is stored whole; what it has from the one it follows nobody chose.
  const setOnPurpose = (name: string) => (changes[name] === fields[name] ? undefined : changes[name]);
  for (const [name, value] of Object.entries(changes)) next = setField(next, name.split("."), value);
  for (const [smaller, larger] of kind.contradictions) {
    const [low, high] = [setOnPurpose(smaller), setOnPurpose(larger)];
    if (typeof low === "number" && typeof high === "number" && low > high) {
      throw new Failure(
        "profile-invalid",
        `The profile contradicts itself: ${smaller} (${low}) is larger than ${larger} (${high}).`,
        { problems: [`${smaller} > ${larger}`] },
      );
    }
  }
  return next;
};

const applyBudgets = (
  fields: Readonly<Record<string, unknown>>,
  budgets: Overrides["layers"],
  kind: ProfileKind,
): Readonly<Record<string, unknown>> => {
  let next = fields;
  for (const [layer, budget] of Object.entries(budgets ?? {})) {
    const field = Object.entries(kind.budgetFields).find(([id]) => id === layer)?.[1];
    if (field === undefined) {
      throw new Failure(
        "layer-without-budget",
        `The layer "${layer}" of this profile has no budget that could be set.`,
        { layer, layers: Object.keys(kind.budgetFields) },
      );
    }
    next = setField(next, field.split("."), budget);
  }
  return next;
};

const setField = (
  fields: Readonly<Record<string, unknown>>,
  [name = "", ...rest]: readonly string[],
  value: unknown,
): Readonly<Record<string, unknown>> => {
  const current = fields[name];
  if (rest.length > 0) return { ...fields, [name]: setField(asRecord(current), rest, value) };
  if (!isPlainObject(value) || !isPlainObject(current)) return { ...fields, [name]: value };
  return { ...fields, [name]: { ...current, ...value } };
};

const asRecord = (value: unknown): Readonly<Record<string, unknown>> => (isPlainObject(value) ? value : {});

const isPlainObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
