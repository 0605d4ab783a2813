import type { Change } from "#shared/model/change.ts";

/** For each change that is undone, the undo that did it. An undo that was itself undone does not count. */
export const undoneBy = (oldestFirst: readonly Change[]): ReadonlyMap<string, string> => {
  const undone = new Map<string, string>();
  // A later undo is decided before an earlier one.
  for (const { id, undoes } of oldestFirst.toReversed()) {
    if (!undoes || undone.has(id)) continue;
    for (const each of undoes) if (!undone.has(each)) undone.set(each, id);
  }
  return undone;
};
