import type { Change, ChangedFile } from "#shared/model/change.ts";

/** A file as a change left it. */
export type LeftFile = Pick<ChangedFile, "path" | "layer" | "after">;

/**
 * Where a file of a change is now, after the later changes (oldest first). Several files can have one path after each
 * other, so moves are followed only while the path is this file's: not after it was removed, and not while a
 * different file, moved there or brought back by an undo, has its place.
 */
export const pathNow = ({ path, layer, after }: LeftFile, later: readonly Change[]): string => {
  // A file that was removed comes back where it was.
  if (after === null) return path;
  let now = path;
  let has: "this" | "nothing" | "other" = "this";
  const othersRemovedBy = new Set<string>();
  for (const { id, move, files, undoes } of later) {
    if (move) {
      if (has === "this") now = movedPath(now, move.from, move.to);
      else if (movedPath(now, move.from, move.to) !== now) has = "nothing";
      else if (movedPath(now, move.to, move.from) !== now) has = "other";
      continue;
    }
    const same = files.find((file) => file.path === now && file.layer === layer);
    if (!same) continue;
    if (same.after === null) {
      if (has === "other") othersRemovedBy.add(id);
      has = "nothing";
    } else if (has === "nothing")
      has = undoes?.some((undone) => othersRemovedBy.has(undone)) ? "other" : "this";
  }
  return now;
};

const movedPath = (path: string, from: string, to: string): string => {
  if (path === from) return to;
  return path.startsWith(`${from}/`) ? to + path.slice(from.length) : path;
};
