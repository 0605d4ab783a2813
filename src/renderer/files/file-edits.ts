import type { FileEdits } from "#shared/contract/workspace.ts";

type Place = { readonly path: string; readonly start: number; readonly end: number };

export const keyOfPlace = ({ path, start }: Place): string => `${start}:${path}`;

/** Places by file, each with the hash of the text in which they were found. */
export const editsOf = (
  places: readonly (Place & { readonly insert: string })[],
  bases: readonly { readonly path: string; readonly hash: string }[],
): FileEdits[] => {
  const hashes = new Map(bases.map(({ path, hash }) => [path, hash]));
  const files = new Map<string, FileEdits["edits"]>();
  for (const { path, start, end, insert } of places) {
    const known = files.get(path);
    if (known) known.push({ start, end, insert });
    else files.set(path, [{ start, end, insert }]);
  }
  return [...files].map(([path, edits]) => ({ path, baseHash: hashes.get(path) ?? "", edits }));
};

/** In the order in which the files come. */
export const byFile = <Each extends { readonly path: string }>(
  places: readonly Each[],
): readonly (readonly [string, readonly Each[]])[] => {
  const groups = new Map<string, Each[]>();
  for (const place of places) {
    const known = groups.get(place.path);
    if (known) known.push(place);
    else groups.set(place.path, [place]);
  }
  return [...groups];
};
