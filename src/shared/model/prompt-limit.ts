import { z } from "zod";
import { type LayerLimit, LAYERS_BY_LIMIT } from "./layer.ts";
import type { Manifest } from "./manifest.ts";
import { fileLimitField, numberField, type Profile, type ProfileField } from "./profile.ts";

/** The limits of a prompt that can be moved: those of layers, and what is kept for the answer. */
export const limitId = z.enum([...LAYERS_BY_LIMIT.keys(), "reserved"]);
export type LimitId = LayerLimit | "reserved";

export type PromptLimit = {
  readonly id: LimitId;
  /** As it is, but no more than `all`, in tokens. */
  readonly value: number;
  /** What it would have to be for everything to fit. */
  readonly all: number;
  /** The smallest and the largest value that is accepted. */
  readonly least: number;
  readonly max: number;
  /** It leaves something out. */
  readonly isReached: boolean;
};

/** The profile's field that a limit sets. What is kept for the answer may be the agent's instead. */
export const limitField = (limit: LimitId, { rules }: Profile): string | undefined =>
  limit === "reserved" ? undefined : rules.budgets[limit];

/** The limits that this prompt has something for. */
export const limitsOf = (manifest: Manifest, profile: Profile): readonly PromptLimit[] => {
  const limits: PromptLimit[] = [];
  const wanted = wantedTokens(manifest, profile);
  const { reservedOutput, max } = manifest.window;
  for (const [id, layers] of LAYERS_BY_LIMIT) {
    const field = limitField(id, profile);
    const all = layers.reduce((sum, layer) => sum + (wanted.get(layer)?.tokens ?? 0), 0);
    if (field === undefined || all === 0) continue;
    const value = Math.min(numberField(profile, field) ?? all, all);
    const least = leastValue(profile.rules.fields.find(({ key }) => key === field));
    const isReached = layers.some((layer) => wanted.get(layer)?.isCut);
    limits.push({ id, value, all, least, max, isReached });
  }
  const reserved = { value: reservedOutput, all: reservedOutput, least: 1, max: max - 1, isReached: false };
  return [...limits, { id: "reserved", ...reserved }];
};

/** Where a limit can be empty, 0 means none of it. Elsewhere 0 could be read as "no limit"; 1 leaves nothing in. */
const leastValue = (field: ProfileField | undefined): number =>
  field?.optional ? (field.least ?? 0) : Math.max(1, field?.least ?? 1);

type Wanted = { tokens: number; isCut: boolean };

/** What each layer would take with no limit on its files together; one file's own limit still counts. */
const wantedTokens = (manifest: Manifest, profile: Profile): ReadonlyMap<string, Readonly<Wanted>> => {
  const cap = numberField(profile, fileLimitField(profile)) ?? Number.POSITIVE_INFINITY;
  const sums = new Map<string, Wanted>();
  for (const { layer, reason, raw } of manifest.segments) {
    if (reason !== null && NEVER.has(reason)) continue;
    const sum = sums.get(layer) ?? { tokens: 0, isCut: false };
    sums.set(layer, sum);
    sum.tokens += Math.min(raw.tokens, cap);
    sum.isCut ||= reason === "total-limit" || reason === "memory-budget";
  }
  return sums;
};

/** Reasons that no limit changes. */
const NEVER: ReadonlySet<string> = new Set([
  "explicit-exclude",
  "tag-filter",
  "scope",
  "traversal",
  "empty",
  "shelf",
  "passages",
  "pictures",
]);
