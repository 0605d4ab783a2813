import type { Profile, ProfileField } from "#shared/model/profile.ts";
import { t } from "../ui/messages/index.ts";
import type { FieldSpec } from "./field.tsx";
import type { Section } from "./form.tsx";

/** The fields that a profile's rules name: top-level ones first, then one section per group. */
export const profileSections = (profile: Profile): readonly Section[] => {
  const grouped = Map.groupBy(profile.rules.fields, ({ key }) => groupOf(key));
  return [...grouped]
    .toSorted(([a], [b]) => Number(a !== "") - Number(b !== ""))
    .map(([group, fields]) => ({
      title: group === "" ? t.agents.profiles.general : wordsOf(group),
      fields: fields
        .toSorted((a, b) => placeOf(a.key) - placeOf(b.key))
        .map((field) => fieldOf(field, profile)),
    }));
};

/** `history` for `history.maxTokens`; empty for a field without a group. */
const groupOf = (key: string): string => (key.includes(".") ? key.slice(0, key.indexOf(".")) : "");

/** An order that makes sense to people; fields that are not in this list come last. */
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

const fieldOf = ({ key, input, optional, least }: ProfileField, { unit, rules }: Profile): FieldSpec => {
  const hint = rules.limits.includes(key) ? t.agents.profiles.units[unit] : hints[key];
  return {
    key,
    label: wordsOf(key.slice(key.lastIndexOf(".") + 1)),
    kind: input,
    ...(optional && input === "count" && { placeholder: t.agents.profiles.noLimit }),
    ...(optional && { optional }),
    ...(least !== null && { least }),
    ...(hint && { hint }),
  };
};

/** `maxContextTokens` is shown as `Max context tokens`; well-known fields have their own words. */
const wordsOf = (key: string): string => {
  const known = (t.agents.profiles.fields as Readonly<Record<string, string>>)[key];
  if (known) return known;
  const spaced = key.replaceAll(/([A-Z])/g, " $1").toLowerCase();
  return spaced.charAt(0).toUpperCase() + spaced.slice(1);
};

const hints: Readonly<Record<string, string>> = t.agents.profiles.hints;
