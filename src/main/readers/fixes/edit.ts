import type { FileSet, ListedFile } from "../file-set.ts";

/** A file of the folder and its new text; null removes it. Paths are absolute. */
export type TextEdit = { readonly path: string; readonly text: string | null };

/** A fix before its effect is known. */
export type PossibleFix = {
  readonly id: string;
  readonly title: string;
  readonly edits: readonly TextEdit[];
};

export const withEdits = (files: FileSet, edits: readonly TextEdit[]): FileSet =>
  files.with(
    new Map<string, ListedFile | null>(
      edits.map(({ path, text }) => [
        path,
        text === null ? null : { path, text, bytes: Buffer.byteLength(text) },
      ]),
    ),
  );
