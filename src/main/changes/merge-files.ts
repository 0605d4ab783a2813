import type { ChangedFile } from "#shared/model/change.ts";

/** One name for a file, whichever layer is shown. */
export const placeKey = ({ path, layer }: Pick<ChangedFile, "path" | "layer">): string => `${layer}:${path}`;

/**
 * Joins two steps of one change: the state before the first, and the state after the last. A step that
 * reverts the other cancels out.
 */
export const mergeFiles = (first: readonly ChangedFile[], then: readonly ChangedFile[]): ChangedFile[] => {
  const files = new Map(first.map((file) => [placeKey(file), file]));
  for (const file of then) {
    const key = placeKey(file);
    const known = files.get(key);
    if (!known) files.set(key, file);
    else if (known.before === file.after) files.delete(key);
    else files.set(key, { ...known, after: file.after });
  }
  return [...files.values()];
};
