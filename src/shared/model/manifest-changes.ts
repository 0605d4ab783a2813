import { z } from "zod";
import { manifest, type Manifest, segment, type Segment } from "./manifest.ts";

/**
 * The difference between two manifests of the same segments: while a limit is dragged, few of thousands
 * change, and only their status and not their name. The position of a segment in the messages is not
 * included: it moves with everything before it.
 */
export const manifestChanges = z.object({
  /** Id of the manifest that it applies to. */
  against: z.string(),
  rest: manifest.omit({ segments: true }),
  /** By index in the list of segments; a detail of null was removed. */
  changed: z.array(
    segment
      .omit({ id: true, message: true, range: true, detail: true })
      .partial()
      .extend({ index: z.number().int().nonnegative(), detail: segment.shape.detail.nullable() }),
  ),
});
export type ManifestChanges = z.output<typeof manifestChanges>;

/** Null when the segments differ, or so much changed that the whole manifest is shorter. */
export const changesBetween = (base: Manifest, next: Manifest): ManifestChanges | null => {
  const { segments, ...rest } = next;
  if (segments.length !== base.segments.length) return null;
  const changed: ManifestChanges["changed"] = [];
  for (const [index, now] of segments.entries()) {
    const before = base.segments[index];
    if (before?.id !== now.id) return null;
    if (!isSame(before, now)) changed.push({ index, ...changeOf(before, now) });
  }
  return changed.length > (segments.length * 2) / 3 ? null : { against: base.id, rest, changed };
};

/** Unchanged segments are the same objects as in the base. */
export const withChanges = (base: Manifest, { rest, changed }: ManifestChanges): Manifest => {
  const segments = [...base.segments];
  for (const { index, detail, ...fields } of changed) {
    const before = segments[index];
    if (!before) continue;
    const { detail: old, ...others } = before;
    const now = detail === undefined ? old : (detail ?? undefined);
    segments[index] = { ...others, ...fields, ...(now ? { detail: now } : {}) };
  }
  return { ...rest, segments };
};

type Change = Omit<ManifestChanges["changed"][number], "index">;

const changeOf = (before: Segment, now: Segment): Change => {
  const change: Record<string, unknown> = {};
  for (const field of TOLD) if (!isSameValue(before[field], now[field])) change[field] = now[field] ?? null;
  return change;
};

const TOLD = [
  "status",
  "reason",
  "sent",
  "removed",
  "raw",
  "detail",
  "sha256",
  "layer",
  "source",
  "role",
  "origin",
] as const satisfies readonly (keyof Segment)[];

/** Equivalent to comparing every included field, in a third of the time: most segments are unchanged. */
const isSame = (a: Segment, b: Segment): boolean =>
  a === b ||
  (a.status === b.status &&
    a.reason === b.reason &&
    a.sent.tokens === b.sent.tokens &&
    a.sent.chars === b.sent.chars &&
    a.raw.tokens === b.raw.tokens &&
    a.raw.chars === b.raw.chars &&
    a.removed === b.removed &&
    a.sha256 === b.sha256 &&
    a.layer === b.layer &&
    a.source === b.source &&
    a.role === b.role &&
    a.origin === b.origin &&
    isSameValue(a.detail, b.detail));

/** Plain data, as JSON carries it. */
const isSameValue = (a: unknown, b: unknown): boolean => {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  const keys = Object.keys(a);
  return (
    keys.length === Object.keys(b).length &&
    keys.every((key) => isSameValue(Reflect.get(a, key), Reflect.get(b, key)))
  );
};
