import { Failure } from "#shared/contract/index.ts";
import type { ReaderId } from "#shared/model/reader.ts";
import { candidatesOf } from "./candidates.ts";
import { type FileSet, gitRootOf } from "./file-set.ts";
import type { Reader, ReaderAnswer, ReaderInput } from "./reader.ts";
import { readers } from "./readers.ts";
import { runReader } from "./run-reader.ts";

export type Place = {
  /** The working folder, absolute. */
  readonly cwd: string;
  readonly home: string | null;
  readonly touched: readonly string[];
  readonly caseSensitive: boolean;
};

export type Looked = {
  readonly input: ReaderInput;
  readonly answers: ReadonlyMap<ReaderId, ReaderAnswer>;
};

/** What the readers make of a listing. Pure. */
export const lookAt = (files: FileSet, place: Place, wanted: readonly Reader[] = readers): Looked => {
  const { cwd, home } = place;
  if (!files.isFolder(cwd)) {
    throw new Failure("folder-not-found", `There is no folder ${cwd}.`, { folder: cwd });
  }
  const input: ReaderInput = {
    files,
    ...place,
    gitRoot: gitRootOf(files, cwd),
    settings: new Map(),
    candidates: candidatesOf(files, cwd, home),
  };
  return { input, answers: new Map(wanted.map((reader) => [reader.id, runReader(reader, input)])) };
};
