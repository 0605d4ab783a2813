import { candidatesOf } from "./candidates.ts";
import { FileSet, gitRootOf } from "./file-set.ts";
import type { ReaderInput } from "./reader.ts";

type Given = {
  readonly cwd: string;
  readonly home?: string | null;
  readonly settings?: Readonly<Record<string, string>> | undefined;
  readonly touched?: readonly string[] | undefined;
};

/** A reader's input from paths and texts. */
export const inputOf = (
  files: readonly (readonly [string, string])[],
  { cwd, home = null, settings = {}, touched = [] }: Given,
): ReaderInput => {
  const set = new FileSet(files.map(([path, text]) => ({ path, text, bytes: Buffer.byteLength(text) })));
  return {
    files: set,
    cwd,
    home,
    gitRoot: gitRootOf(set, cwd),
    caseSensitive: true,
    touched,
    settings: new Map(Object.entries(settings)),
    candidates: candidatesOf(set, cwd, home),
  };
};
