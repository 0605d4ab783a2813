import type { ProjectFile } from "../types.ts";
import { renderFileBlock } from "#shared/model/path-fences.ts";
import { type SnapshotResult, snapshotSize } from "./select-snapshot.ts";

/** The smallest limits above those there are with which a file that a snapshot left out would be printed. */
export type NeededLimits = { files(): number; chars(): number };

/** For each file by its place in the list; what is asked for is worked out then. */
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
      // Far down the list all that stands before it counts: enough, and found at once.
      return index > EXACT
        ? snapshotSize(row.wantedBefore + 1, total, row.charsBefore + row.size)
        : smallestCap(rows(), index, total, maxChars + 1);
    },
  });
};

/** Files at the start of the list for which the cap is the smallest that would do. */
const EXACT = 200;

type Row = {
  readonly isWanted: boolean;
  /** Of its fence, and of a snapshot with it alone. */
  readonly size: number;
  readonly alone: number;
  readonly printedBefore: number;
  readonly wantedBefore: number;
  /** Of the fences before it that are wanted, whether they fit or not. */
  readonly charsBefore: number;
};

const rowsOf = (files: readonly ProjectFile[], result: SnapshotResult): readonly Row[] => {
  let [printedBefore, wantedBefore, charsBefore] = [0, 0, 0];
  return files.map((file, index) => {
    const reason = result.files[index]?.reason ?? null;
    // What the window took has its place under the limits all the same.
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
 * A file that is over the cap alone takes no room, and a higher cap may let it in; so the cap rises until it
 * holds all that it lets in.
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

/** Of a file that was not read what its bytes could be at most; fences are short. */
const blockSize = ({ path, text, utf8Bytes }: ProjectFile): number =>
  text === null ? utf8Bytes + path.length + 16 : renderFileBlock(path, text).length;

const once = <T>(make: () => T): (() => T) => {
  let made: { readonly value: T } | null = null;
  return () => (made ??= { value: make() }).value;
};
