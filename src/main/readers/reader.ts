import type { ReadCell, ReaderProfile, ReadReason } from "#shared/model/reader.ts";
import type { Candidates } from "./candidates.ts";
import type { FileSet } from "./file-set.ts";

/** What a reader looks at. Everything it answers follows from this. */
export type ReaderInput = {
  readonly files: FileSet;
  /** The folder the program is started in, absolute. */
  readonly cwd: string;
  /** The person's home folder; null when it must not be looked at. */
  readonly home: string | null;
  /** The nearest folder upwards with `.git`. */
  readonly gitRoot: string | null;
  /** A disk that tells capitals apart, as on Linux. */
  readonly caseSensitive: boolean;
  /** Files the agent has read, absolute. */
  readonly touched: readonly string[];
  /** The program's own settings, by our names. */
  readonly settings: ReadonlyMap<string, string>;
  /** Files that somebody would expect to be read. */
  readonly candidates: Candidates;
};

export type ReaderAnswer = {
  /** In prompt order where the program has one. */
  readonly loaded: readonly ReadCell[];
  readonly dropped: readonly ReadCell[];
};

/** One program, or one surface of it: plain data and one pure function. */
export type Reader = ReaderProfile & {
  /** Names it reads somewhere, to explain why one of them is not read here. */
  readonly names: readonly string[];
  /** Its files in the home folder: paths, and folders that end in `/`. */
  readonly home: readonly string[];
  /** Which of the files that are read from the start count towards the limit; without it all do. */
  readonly isLimited?: (cell: ReadCell) => boolean;
  read(input: ReaderInput): Pick<ReaderAnswer, "loaded"> & {
    /** Reasons that only this reader knows; everything else that is not loaded gets a general one. */
    readonly dropped: readonly ReadCell[];
  };
};

export const dropped = (path: string, reason: ReadReason, rule: string, by?: string): ReadCell => ({
  path,
  how: "never",
  reason,
  rule,
  ...(by !== undefined && { by }),
});
