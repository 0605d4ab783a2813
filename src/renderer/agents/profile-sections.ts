import type { Profile } from "#shared/model/profile.ts";
import { t } from "../ui/messages/index.ts";
import type { FieldKind, FieldSpec } from "./field.tsx";
import type { Section } from "./form.tsx";

/** What a profile is by itself, not by its numbers; the layers have their own control. */
const fixed: ReadonlySet<string> = new Set(["id", "kind", "from", "builtIn", "layers", "unit", "identity"]);

/** Fields of the profile's own data: top-level ones first, then one section for each group. */
export const profileSections = (profile: Profile): readonly Section[] => {
  const entries = Object.entries(profile)
    .filter(([key]) => !fixed.has(key))
    .toSorted(([a], [b]) => placeOf(a) - placeOf(b));
  const unit = t.agents.profiles.units[String(profile["unit"])];
  const groups = entries.filter(([, value]) => isGroup(value));
  return [
    {
      title: t.agents.profiles.general,
      fields: entries
        .filter(([, value]) => !isGroup(value))
        .map(([key, value]) => fieldOf(key, key, value, unit)),
    },
    ...groups.map(([group, value]) => ({
      title: wordsOf(group),
      fields: Object.entries(value as object).map(([key, inner]) =>
        fieldOf(`${group}.${key}`, key, inner, undefined),
      ),
    })),
  ];
};

/** The order in which a person thinks of them; what is new to this list comes last. */
const order = [
  "title",
  "perFile",
  "total",
  "memoryTokens",
  "memoryHits",
  "reservedOutput",
  "compactAt",
  "pin",
  "exclude",
];
const placeOf = (key: string): number => (order.includes(key) ? order.indexOf(key) : order.length);

const isGroup = (value: unknown) => typeof value === "object" && value !== null && !Array.isArray(value);

/** Limits of files are in the profile's own unit. */
const inUnit: ReadonlySet<string> = new Set(["perFile", "total"]);

const fieldOf = (key: string, name: string, value: unknown, unit: string | undefined): FieldSpec => ({
  key,
  label: wordsOf(name),
  kind: kindOf(name, value),
  ...(value === null && name !== "spine" && { placeholder: t.agents.profiles.noLimit }),
  // Whether it may be empty does not depend on whether it is now.
  ...((value === null || name === "spine") && { optional: true }),
  ...(hints[key] && { hint: hints[key] }),
  ...(unit && inUnit.has(key) && { hint: unit }),
});

const kindOf = (name: string, value: unknown): FieldKind => {
  if (typeof value === "boolean") return "flag";
  if (Array.isArray(value) || name === "spine") return "lines";
  if (name === "compactAt") return "share";
  // What else may be null in a profile is a limit.
  if (typeof value === "number" || value === null) return "count";
  return "text";
};

/** `maxContextTokens` reads as `Max context tokens`; the well-known ones have words of their own. */
const wordsOf = (key: string): string => {
  const known = (t.agents.profiles.fields as Readonly<Record<string, string>>)[key];
  if (known) return known;
  const spaced = key.replaceAll(/([A-Z])/g, " $1").toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};

const hints: Readonly<Record<string, string>> = t.agents.profiles.hints;
