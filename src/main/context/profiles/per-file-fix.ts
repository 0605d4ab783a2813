import type { Fix } from "#shared/model/manifest.ts";

/**
 * A file's limit cannot be above that of all files, so when the file is larger than both, the latter is raised
 * first.
 */
export const perFileFix = (size: number, { total }: { readonly total: number }): Fix =>
  size > total ? { raise: "total", to: size } : { raise: "perFile", to: size };
