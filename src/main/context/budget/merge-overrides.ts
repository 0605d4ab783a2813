import type { Overrides } from "#shared/contract/context.ts";

/** Merges two sets of overrides; the second wins. */
export const mergeOverrides = (under: Overrides, over: Overrides): Overrides => {
  const files = new Map(Object.entries(under.files ?? {}));
  for (const [path, change] of Object.entries(over.files ?? {})) {
    files.set(path, { ...files.get(path), ...change });
  }
  return {
    ...under,
    ...over,
    ...(under.layers || over.layers ? { layers: { ...under.layers, ...over.layers } } : {}),
    ...(files.size > 0 ? { files: Object.fromEntries(files) } : {}),
    ...(under.profile || over.profile ? { profile: { ...under.profile, ...over.profile } } : {}),
  };
};
