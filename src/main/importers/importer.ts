import type { ImportSource } from "#shared/model/import-source.ts";
import type { Found } from "./found.ts";
import type { SourceFiles } from "./input/source-files.ts";
import type { Look } from "./look.ts";

/** One program that people come from: how its files are recognised, and what is in them. */
export type Importer = {
  readonly source: ImportSource;
  /** By content, never by a file's name alone. Null: not this one's. Returns its variant, for people. */
  readonly detect: (look: Look) => Promise<string | null>;
  /** Everything in it, in order. Fails with a Failure that says what to export instead. */
  readonly read: (input: SourceFiles, reading: Reading) => AsyncGenerator<Found>;
};

export type Reading = {
  readonly signal?: AbortSignal | undefined;
  /** Bytes that were read so far, of all files. */
  readonly onBytes?: (bytes: number) => void;
  /** For times without a zone; the machine's own unless named. */
  readonly timeZone?: string | undefined;
};
