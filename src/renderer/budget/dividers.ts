import type { Manifest } from "#shared/model/manifest.ts";
import type { Profile } from "#shared/model/profile.ts";
import type { BarLayout } from "./bar-layout.ts";

/** A limit of the prompt that can be moved on the bar. */
export type Divider = {
  readonly id: DividerId;
  /** Position on the bar, in pixels. */
  readonly x: number;
  /** The limit as it is, and what it would have to be for everything to fit, in tokens. */
  readonly value: number;
  readonly all: number;
  readonly max: number;
  /** Tokens one pixel to the right adds; kept for the answer it takes them away. */
  readonly direction: 1 | -1;
};

export type DividerId = "files" | "memory" | "history" | "reserved";

/** The profile's field a divider sets, by kind of profile. What is kept for the answer is not in here. */
export const dividerFields: Readonly<Record<string, Partial<Record<DividerId, string>>>> = {
  layered: { files: "total", memory: "memoryTokens", history: "history.maxTokens" },
  harness: { memory: "injection.maxContextTokens", history: "history.maxTokens" },
  persona: { history: "history.maxTokens" },
  snapshot: { history: "history.maxTokens" },
};

export const dividersOf = (manifest: Manifest, profile: Profile, layout: BarLayout): readonly Divider[] => {
  const fields = dividerFields[profile.kind] ?? {};
  const dividers: Divider[] = [];
  const wanted = wantedTokens(manifest, profile);
  for (const id of ["files", "memory", "history"] as const) {
    const field = fields[id];
    const layers = id === "files" ? FILE_LAYERS : [id];
    const all = layers.reduce((sum, layer) => sum + (wanted.get(layer) ?? 0), 0);
    const end = endOf(layout, layers);
    if (field === undefined || all === 0 || end === null) continue;
    const limit = readField(profile, field);
    const value = Math.min(typeof limit === "number" ? limit : all, all);
    dividers.push({ id, x: end, value, all, max: manifest.window.max, direction: 1 });
  }
  const { reservedOutput, max } = manifest.window;
  dividers.push({
    id: "reserved",
    x: layout.reservedX,
    value: reservedOutput,
    all: reservedOutput,
    max: max - 1,
    direction: -1,
  });
  return dividers;
};

/** The limit that a pointer asks for which has moved by `dx` pixels since it took the divider. */
export const draggedValue = (divider: Divider, layout: BarLayout, dx: number): number => {
  const moved = divider.value + divider.direction * layout.tokens(dx);
  return Math.round(Math.min(upTo(divider), Math.max(MINIMUM[divider.id], moved)));
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
  const low = MINIMUM[divider.id];
  if (key === "Home") return low;
  if (key === "End") return upTo(divider);
  const change = steps[key];
  return change === undefined ? null : Math.min(upTo(divider), Math.max(low, now + change));
};

const FILE_LAYERS = ["core", "files"];

/** Profiles refuse a limit of nothing for files. */
const MINIMUM: Readonly<Record<DividerId, number>> = { files: 1, memory: 1, history: 0, reserved: 1 };

const upTo = ({ id, all, max, value }: Divider) => (id === "reserved" ? max : Math.max(all, value));

const niceStep = (max: number) => (max <= 8_192 ? 20 : max <= 40_960 ? 100 : 500);

/** What each layer would take with no limit on its files together; one file's own limit still counts. */
const wantedTokens = (manifest: Manifest, profile: Profile): ReadonlyMap<string, number> => {
  const perFile = readField(profile, "perFile");
  const cap = typeof perFile === "number" && profile.kind === "layered" ? perFile : Number.POSITIVE_INFINITY;
  const sums = new Map<string, number>();
  for (const { layer, reason, raw } of manifest.segments) {
    if (reason !== null && NEVER.has(reason)) continue;
    sums.set(layer, (sums.get(layer) ?? 0) + Math.min(raw.tokens, cap));
  }
  return sums;
};

/** Reasons that no limit changes. */
const NEVER: ReadonlySet<string> = new Set(["explicit-exclude", "tag-filter", "scope", "traversal", "empty"]);

const endOf = (layout: BarLayout, layers: readonly string[]): number | null => {
  const last = layout.pieces.findLast((piece) => layers.includes(piece.layer));
  return last ? last.x + last.width : null;
};

export const readField = (data: unknown, field: string): unknown =>
  field
    .split(".")
    .reduce<unknown>(
      (value, key) => (typeof value === "object" && value !== null ? Reflect.get(value, key) : undefined),
      data,
    );
