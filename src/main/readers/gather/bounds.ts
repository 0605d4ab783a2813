/** What looking at a folder may cost. A stranger's folder can have any number of files of any size. */
export type Bounds = {
  /** Entries of folders that are looked at. */
  readonly maxEntries: number;
  /** Files that are kept in the listing. */
  readonly maxFiles: number;
  readonly maxDepth: number;
  readonly maxMs: number;
  /** Of one file, its beginning. */
  readonly maxTextBytes: number;
  /** Of all files together. */
  readonly maxAllTextBytes: number;
  /** Files that are read because another one names them. */
  readonly maxImports: number;
  /** How often files that were read are compared with the disk, at most, and how many each time. */
  readonly verifyMs: number;
  readonly maxVerified: number;
};

export const DEFAULT_BOUNDS: Bounds = {
  maxEntries: 300_000,
  maxFiles: 20_000,
  maxDepth: 40,
  maxMs: 10_000,
  maxTextBytes: 1024 * 1024,
  maxAllTextBytes: 64 * 1024 * 1024,
  maxImports: 1_000,
  verifyMs: 2_000,
  maxVerified: 500,
};
