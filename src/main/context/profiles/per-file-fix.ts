import type { Fix } from "#shared/model/manifest.ts";

/** A file's limit cannot be above that of all files, so where the file is larger than both, that one goes first. */
export const perFileFix = (size: number, { total }: { readonly total: number }): Fix =>
  size > total ? { raise: "total", to: size } : { raise: "perFile", to: size };
