import type { TeamItem } from "#shared/model/team.ts";

/** Which version of which item the user has looked at. A list, because the ids come from a server. */
export type Seen = readonly (readonly [space: string, item: string, version: number])[];

/** A space lists at most 1,000 items. */
const MAX_SEEN = 5_000;

export const seenVersion = (seen: Seen, space: string, item: string): number | null =>
  seen.find(([ofSpace, ofItem]) => ofSpace === space && ofItem === item)?.[2] ?? null;

/** What is there when a space is opened for the first time is not called new. */
export const withFirstLook = (seen: Seen, space: string, items: readonly TeamItem[]): Seen => {
  if (seen.some(([ofSpace]) => ofSpace === space)) return seen;
  return [...seen, ...items.map(({ id, version }) => [space, id, version] as const)].slice(-MAX_SEEN);
};

export const withLook = (seen: Seen, space: string, { id, version }: TeamItem): Seen => {
  const others = seen.filter(([ofSpace, ofItem]) => ofSpace !== space || ofItem !== id);
  return [...others, [space, id, version] as const].slice(-MAX_SEEN);
};

export type Look = { readonly kind: "same" | "new" } | { readonly kind: "changed"; readonly seen: number };

/** What an item is for somebody who looked at it last at a version. */
export const lookAt = (seen: Seen, space: string, { id, version }: TeamItem): Look => {
  const before = seenVersion(seen, space, id);
  if (before === null) return { kind: "new" };
  return before < version ? { kind: "changed", seen: before } : { kind: "same" };
};
