import { type LayerId, layerOrder } from "#shared/model/layer.ts";
import type { Manifest } from "#shared/model/manifest.ts";
import { fileLimitField, numberField, type Profile, type ProfileField } from "#shared/model/profile.ts";
import type { BarLayout } from "./bar-layout.ts";

/** A limit of the prompt that can be moved on the bar. */
export type Divider = {
  readonly id: DividerId;
  /** Position on the bar, in pixels. */
  readonly x: number;
  /** The limit as it is, and what it would have to be for everything to fit, in tokens. */
  readonly value: number;
  readonly all: number;
  /** The smallest and the largest value that is accepted. */
  readonly least: number;
  readonly max: number;
  /** Tokens one pixel to the right adds; kept for the answer it takes them away. */
  readonly direction: 1 | -1;
};

export type DividerId = "files" | "memory" | "history" | "reserved";

/** The profile's field that a divider sets. What is kept for the answer is a matter of the agent, too. */
export const dividerField = (divider: DividerId, { rules }: Profile): string | undefined =>
  divider === "reserved" ? undefined : rules.budgets[divider];

export const dividersOf = (manifest: Manifest, profile: Profile, layout: BarLayout): readonly Divider[] => {
  const dividers: Divider[] = [];
  const wanted = wantedTokens(manifest, profile);
  for (const [id, layers] of limitedLayers) {
    const field = dividerField(id, profile);
    const all = layers.reduce((sum, layer) => sum + (wanted.get(layer)?.tokens ?? 0), 0);
    const isLimited = layers.some((layer) => wanted.get(layer)?.isLimited);
    const end = endOf(layout, layers, isLimited);
    if (field === undefined || all === 0 || end === null) continue;
    const value = Math.min(numberField(profile, field) ?? all, all);
    const least = leastValue(profile.rules.fields.find(({ key }) => key === field));
    dividers.push({ id, x: end, value, all, least, max: manifest.window.max, direction: 1 });
  }
  const { reservedOutput, max } = manifest.window;
  dividers.push({
    id: "reserved",
    x: layout.reservedX,
    value: reservedOutput,
    all: reservedOutput,
    least: 1,
    max: max - 1,
    direction: -1,
  });
  return dividers;
};

/** Where a limit can be empty, 0 means none of it. Elsewhere 0 could be read as "no limit"; 1 leaves nothing in. */
const leastValue = (field: ProfileField | undefined): number =>
  field?.optional ? (field.least ?? 0) : Math.max(1, field?.least ?? 1);

/** The limit that a pointer asks for which has moved by `dx` pixels since it took the divider. */
export const draggedValue = (divider: Divider, layout: BarLayout, dx: number): number => {
  const moved = divider.value + divider.direction * layout.tokens(dx);
  return Math.round(Math.min(upTo(divider), Math.max(divider.least, moved)));
};

/** By keys: arrows are small steps, pages large ones, Home and End the ends. */
export const keyedValue = (divider: Divider, key: string, now: number): number | null => {
  const step = niceStep(divider.max);
  // Right means the line goes right, which makes what is kept for the answer smaller.
  const steps: Readonly<Record<string, number>> = {
    ArrowRight: divider.direction * step,
    ArrowLeft: -divider.direction * step,
    ArrowUp: step,
    ArrowDown: -step,
    PageUp: 10 * step,
    PageDown: -10 * step,
  };
  if (key === "Home") return divider.least;
  if (key === "End") return upTo(divider);
  const change = steps[key];
  return change === undefined ? null : Math.min(upTo(divider), Math.max(divider.least, now + change));
};

/** The layers whose tokens a divider limits. Core files count as files. */
const limitedLayers: readonly (readonly [DividerId, readonly LayerId[]])[] = [
  ["files", ["core", "files"]],
  ["memory", ["memory"]],
  ["history", ["history"]],
];

const upTo = ({ id, all, max, value }: Divider) => (id === "reserved" ? max : Math.max(all, value));

const niceStep = (max: number) => (max <= 8_192 ? 20 : max <= 40_960 ? 100 : 500);

type Wanted = { tokens: number; isLimited: boolean };

/** What each layer would take with no limit on its files together; one file's own limit still counts. */
const wantedTokens = (manifest: Manifest, profile: Profile): ReadonlyMap<string, Readonly<Wanted>> => {
  const cap = numberField(profile, fileLimitField(profile)) ?? Number.POSITIVE_INFINITY;
  const sums = new Map<string, Wanted>();
  for (const { layer, reason, raw } of manifest.segments) {
    if (reason !== null && NEVER.has(reason)) continue;
    const sum = sums.get(layer) ?? { tokens: 0, isLimited: false };
    sums.set(layer, sum);
    sum.tokens += Math.min(raw.tokens, cap);
    sum.isLimited ||= reason === "total-limit" || reason === "memory-budget";
  }
  return sums;
};

/** Reasons that no limit changes. */
const NEVER: ReadonlySet<string> = new Set(["explicit-exclude", "tag-filter", "scope", "traversal", "empty"]);

/** Where a limit leaves nothing of a layer, its divider stands where the layer would begin: it must lead back. */
const endOf = (layout: BarLayout, layers: readonly string[], isLimited: boolean): number | null => {
  const own = layout.pieces.findLast((piece) => layers.includes(piece.layer));
  if (own) return own.x + own.width;
  if (!isLimited) return null;
  const place = Math.min(...layers.map(layerOrder));
  const before = layout.pieces.findLast(({ layer }) => layerOrder(layer) < place);
  return before ? before.x + before.width : 0;
};
