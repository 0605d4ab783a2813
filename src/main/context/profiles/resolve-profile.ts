import type { Overrides } from "#shared/contract/context.ts";
import { Failure } from "#shared/contract/index.ts";
import type { Profile, ProfileData } from "#shared/model/profile.ts";
import { profileKinds } from "./index.ts";
import { type BoundProfile, type ProfileKind, withRules } from "./profile-kind.ts";

/** A saved profile: what it was derived from, and the fields it changes. */
export type SavedProfile = Readonly<Record<string, unknown>>;

/** The profiles of some kinds: those that ship with them and those derived from them. */
export type ProfileCatalogue = {
  readonly shipped: () => readonly ProfileData[];
  readonly isShipped: (id: string) => boolean;
  /** Binds a profile by its id, with the changes of a preview. Fails with `profile-unknown` or `profile-invalid`. */
  readonly resolve: (id: string, saved: readonly SavedProfile[], overrides?: Overrides) => BoundProfile;
  /** A whole profile from `{id, from, …changed fields}`, checked. */
  readonly derive: (profile: SavedProfile, saved: readonly SavedProfile[]) => ProfileData;
  /** As the contract hands it out: with the rules of its kind. */
  readonly shown: (profile: ProfileData) => Profile;
};

export const profileCatalogue = (kinds: readonly ProfileKind[]): ProfileCatalogue => {
  const isShipped = (id: string) => kinds.some((kind) => kind.shipped.id === id);
  const resolve: ProfileCatalogue["resolve"] = (id, saved, overrides = {}) => {
    const { kind, fields } = fieldsOf(kinds, id, saved, []);
    const changed = overrides.profile ? applyChanges(fields, overrides.profile, kind) : fields;
    return kind.bind(applyBudgets(changed, overrides.layers, kind));
  };
  return {
    shipped: () => kinds.map((kind) => kind.shipped),
    isShipped,
    resolve,
    derive: ({ rules: _rules, ...profile }, saved) => {
      const { id } = profile;
      if (typeof id !== "string") throw new Failure("profile-invalid", "A profile needs an id.");
      if (isShipped(id)) {
        throw new Failure(
          "profile-shipped",
          `"${id}" ships with the app and cannot be changed. Duplicate it under another name.`,
          { id },
        );
      }
      return resolve(id, [...saved.filter((each) => each["id"] !== id), profile]).data;
    },
    shown: (profile) => {
      const kind = kinds.find(({ shipped }) => shipped.kind === profile.kind);
      if (!kind) throw new Failure("profile-unknown", `There is no kind "${profile.kind}".`);
      return withRules(profile, kind);
    },
  };
};

/** The profiles that ship with the app. */
export const {
  shipped: shippedProfiles,
  isShipped,
  resolve: resolveProfile,
  derive: deriveProfile,
  shown: shownProfile,
} = profileCatalogue(profileKinds);

/** For files of saved profiles: each must be valid by itself. */
export const validateProfile = (value: unknown): { profile: ProfileData } | { problem: string } => {
  if (!isPlainObject(value)) return { problem: "A profile is an object." };
  try {
    return { profile: deriveProfile(value, []) };
  } catch (error) {
    if (error instanceof Failure) return { problem: error.message };
    throw error;
  }
};

type Fields = { readonly kind: ProfileKind; readonly fields: Readonly<Record<string, unknown>> };

const fieldsOf = (
  kinds: readonly ProfileKind[],
  id: string,
  saved: readonly SavedProfile[],
  seen: readonly string[],
): Fields => {
  const kind = kinds.find((each) => each.shipped.id === id);
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
  const { kind: rules, fields } = fieldsOf(kinds, base, saved, [...seen, id]);
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
  // A saved profile is stored whole; the user did not choose the fields that equal those of the profile it follows.
  const setOnPurpose = (name: string) => (changes[name] === fields[name] ? undefined : changes[name]);
  for (const [name, value] of Object.entries(changes)) next = setField(next, name.split("."), value);
  for (const [index, larger] of kind.rules.limits.entries()) {
    const smaller = kind.rules.limits[index - 1];
    if (smaller === undefined) continue;
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
    const field = Object.entries(kind.rules.budgets).find(([id]) => id === layer)?.[1];
    if (field === undefined) {
      throw new Failure(
        "layer-without-budget",
        `The layer "${layer}" of this profile has no budget that could be set.`,
        { layer, layers: Object.keys(kind.rules.budgets) },
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
