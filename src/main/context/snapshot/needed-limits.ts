import type { ProjectFile } from "../types.ts";
import { renderFileBlock } from "#shared/model/path-fences.ts";
import { type SnapshotResult, snapshotSize } from "./select-snapshot.ts";

/** The smallest limits, at or above the current ones, with which a file that a snapshot left out would be printed. */
export type NeededLimits = { files(): number; chars(): number };

/** Per file, by its index in the list; computed on request. */
export const neededLimits = (
  files: readonly ProjectFile[],
  result: SnapshotResult,
  maxChars: number,
): ((index: number) => NeededLimits) => {
  const total = files.length;
  const rows = once(() => rowsOf(files, result));
  return (index) => ({
    files: () => (rows()[index]?.printedBefore ?? 0) + 1,
    chars: () => {
      const row = rows()[index];
      if (!row) return 0;
      // Far down the list everything before the file is counted: enough room, and fast to compute.
      return index > EXACT
        ? snapshotSize(row.wantedBefore + 1, total, row.charsBefore + row.size)
        : smallestCap(rows(), index, total, maxChars + 1);
    },
  });
};

/** For this many files at the start of the list the smallest sufficient cap is computed. */
const EXACT = 200;

type Row = {
  readonly isWanted: boolean;
  /** Characters of its fence, and of a snapshot with only this file. */
  readonly size: number;
  readonly alone: number;
  readonly printedBefore: number;
  readonly wantedBefore: number;
  /** Characters of the wanted fences before it, whether they fit or not. */
  readonly charsBefore: number;
};

const rowsOf = (files: readonly ProjectFile[], result: SnapshotResult): readonly Row[] => {
  let [printedBefore, wantedBefore, charsBefore] = [0, 0, 0];
  return files.map((file, index) => {
    const reason = result.files[index]?.reason ?? null;
    // A file that the window removed still counts against the limits.
    const isPrinted = reason === null || reason === "window";
    const isWanted = isPrinted || reason === "file-limit" || reason === "char-limit";
    const size = blockSize(file);
    const alone = snapshotSize(1, files.length, size);
    const row = { isWanted, size, alone, printedBefore, wantedBefore, charsBefore };
    if (isPrinted || reason === "file-limit") printedBefore += 1;
    if (isWanted) {
      wantedBefore += 1;
      charsBefore += size;
    }
    return row;
  });
};

/**
 * A file that alone is over the cap takes no room, but a higher cap may let it in. So the cap rises until it
 * holds all files that it lets in.
 */
const smallestCap = (rows: readonly Row[], index: number, total: number, least: number): number => {
  const own = rows[index];
  let cap = Math.max(least, own?.alone ?? 0);
  for (;;) {
    let shown = 1;
    let chars = own?.size ?? 0;
    for (const row of rows.slice(0, index)) {
      if (!row.isWanted || row.alone > cap) continue;
      shown += 1;
      chars += row.size;
    }
    const needed = snapshotSize(shown, total, chars);
    if (needed <= cap) return cap;
    cap = needed;
  }
};

/** The size of a file's fence; for a file that was not read, an upper bound from its bytes. */
const blockSize = ({ path, text, utf8Bytes }: ProjectFile): number =>
  text === null ? utf8Bytes + path.length + 16 : renderFileBlock(path, text).length;

const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
};
