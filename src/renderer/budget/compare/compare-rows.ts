import { isCountedOnly, layerOrder, LISTED_TOGETHER } from "#shared/model/layer.ts";
import type { Manifest } from "#shared/model/manifest.ts";
import { type Part, partsOf } from "../map/parts.ts";

export type CompareRow = {
  readonly key: string;
  readonly title: string;
  readonly layer: string;
  readonly a: Part | null;
  readonly b: Part | null;
  /** Tokens that B sends more than A. */
  readonly change: number;
  /** Both sides send the same: equally much, or the same text that two models count differently. */
  readonly isSame: boolean;
};

/**
 * Part by part, in the order of A. A part that only B has follows the parts of its layer. Groups of one layer are
 * one row.
 */
export const compareRows = (a: Manifest, b: Manifest): readonly CompareRow[] => {
  const [left, right] = [byKey(a), byKey(b)];
  const keys = [...left.keys(), ...[...right.keys()].filter((key) => !left.has(key))];
  const order = (key: string) => layerOrder((left.get(key) ?? right.get(key))?.layer ?? "");
  return keys
    .toSorted((x, y) => order(x) - order(y))
    .flatMap((key): CompareRow[] => {
      const [one, other] = [left.get(key) ?? null, right.get(key) ?? null];
      const either = one ?? other;
      if (!either || isCountedOnly(either.layer)) return [];
      const change = (other?.sent ?? 0) - (one?.sent ?? 0);
      return [
        {
          key,
          title: either.title,
          layer: either.layer,
          a: one,
          b: other,
          change,
          isSame: change === 0 || (a.encoding !== b.encoding && isSameText(one, other)),
        },
      ];
    });
};

/** Whole on both sides, segment by segment. */
const isSameText = (one: Part | null, other: Part | null): boolean =>
  one !== null &&
  other !== null &&
  one.fate === "in" &&
  other.fate === "in" &&
  !isFraming(one) &&
  one.segments.length === other.segments.length &&
  one.segments.every(({ sha256 }, index) => sha256 === other.segments[index]?.sha256);

/** Lines around files, which nobody misses. */
const isFraming = ({ path, segments }: Part): boolean => path === null && segments.length === 0;

/**
 * The parts that B lacks, the parts of which B has less, and the parts that only B has. Compared by shares, because
 * two models count the same text differently and a file may have changed between two turns.
 */
export const lossesOf = (all: readonly CompareRow[]) => {
  const rows = all.filter(({ a, b }) => !(a && isFraming(a)) && !(b && isFraming(b)));
  return {
    without: rows.filter(({ a, b }) => (a?.sent ?? 0) > 0 && (b?.sent ?? 0) === 0).map(({ title }) => title),
    less: rows
      .filter(
        ({ a, b, layer }) => a && b && !LISTED_TOGETHER.has(layer) && b.sent > 0 && b.removed > a.removed,
      )
      .map(({ title }) => title),
    gains: rows.filter(({ a, b }) => (b?.sent ?? 0) > 0 && (a?.sent ?? 0) === 0).map(({ title }) => title),
  };
};

const byKey = (manifest: Manifest): ReadonlyMap<string, Part> => {
  const parts = new Map<string, Part>();
  for (const part of partsOf(manifest)) {
    // A file is the same file whichever layer a profile puts it in.
    const key = part.path ?? (LISTED_TOGETHER.has(part.layer) ? part.layer : part.id);
    const known = parts.get(key);
    parts.set(key, known ? together(known, part) : part);
  }
  return parts;
};

const together = (one: Part, other: Part): Part => ({
  ...one,
  title: one.sent >= other.sent ? one.title : other.title,
  fate: "cut",
  raw: one.raw + other.raw,
  sent: one.sent + other.sent,
  missing: one.missing + other.missing,
  removed: (one.missing + other.missing) / Math.max(1, one.raw + other.raw),
  segments: [...one.segments, ...other.segments],
});
