import type { SegmentReason } from "#shared/model/manifest.ts";
import type { SnapshotRun } from "#shared/model/snapshot-run.ts";
import { renderFileBlock } from "#shared/model/path-fences.ts";
import { spineOf } from "./spines.ts";

export type SnapshotFile = { readonly path: string; readonly changedAt: number };

export type SnapshotLimits = {
  readonly maxFiles: number;
  /** UTF-16 units of the whole message. */
  readonly maxChars: number;
};

export const SNAPSHOT_LIMITS: SnapshotLimits = { maxFiles: 48, maxChars: 120_000 };

export type SnapshotInput = {
  /** Every candidate, in the order of `orderSnapshot`. */
  readonly files: readonly SnapshotFile[];
  /**
   * The text of a file, or null when it was not read because it alone is over the cap. Called until a limit is
   * reached.
   */
  readonly textOf: (path: string) => string | null;
  readonly limits: SnapshotLimits;
  /** Candidates that must not be printed, with the reason. They still count as candidates. */
  readonly leftOut?: ReadonlyMap<string, SegmentReason>;
  /** Files that the window removes. They still count against the limits, so that no later file takes their room. */
  readonly taken?: ReadonlySet<string>;
  readonly now: Date;
};

export type SnapshotResult = {
  /** `opening`, the texts of the files in order, and `closing`. Empty when there is no message. */
  readonly text: string;
  readonly opening: string;
  readonly closing: string;
  readonly run: SnapshotRun | null;
  /** Every candidate, in order. */
  readonly files: readonly SnapshotFileResult[];
};

export type SnapshotFileResult = {
  readonly path: string;
  /** Its fence, with the blank line before it; empty when it is not sent. */
  readonly text: string;
  readonly reason: SegmentReason | null;
};

/** Spine files, the file open in the editor, then the most recently changed; ties by path. */
export const orderSnapshot = <File extends SnapshotFile>(
  files: readonly File[],
  options: { readonly spine?: readonly string[]; readonly activeFile?: string } = {},
): readonly File[] => {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const first = [
    ...spineOf(options.spine, (path) => byPath.has(path)),
    ...(options.activeFile === undefined ? [] : [options.activeFile]),
  ];
  const rank = new Map([...new Set(first)].map((path, index) => [path, index]));
  const rankOf = (file: File) => rank.get(file.path) ?? rank.size;
  return [...files].sort(
    (a, b) => rankOf(a) - rankOf(b) || b.changedAt - a.changedAt || (a.path < b.path ? -1 : 1),
  );
};

/**
 * Prints files until the next one would exceed the cap or the number of files reaches its limit. A file that does
 * not fit even alone is skipped, because no order could bring it in.
 */
export const buildSnapshot = (input: SnapshotInput): SnapshotResult => {
  const { limits, now } = input;
  const total = input.files.length;
  const { printed, files } = withoutTaken(choose(input), input);
  const shown = printed.length;
  if (shown === 0) return { text: "", opening: "", closing: "", run: null, files };

  const opening = header(shown, total);
  const closing = shown < total ? footer(shown, total) : "";
  const text = opening + files.map((file) => file.text).join("") + closing;
  return {
    text,
    opening,
    closing,
    run: {
      capturedAt: now.toISOString(),
      includedFileCount: shown,
      totalProjectFileCount: total,
      snapshotCodeUnits: text.length,
      maxSnapshotCodeUnits: limits.maxChars,
      truncatedByFileLimit: files.some((file) => file.reason === "file-limit"),
      truncatedByChars: files.some((file) => file.reason === "char-limit"),
      includedFiles: printed.map(({ path, utf8Bytes }) => ({ path, utf8Bytes })),
      maxSnapshotFiles: limits.maxFiles,
    },
    files,
  };
};

/** The environment's values win over the profile's, unless they are not positive whole numbers. */
export const snapshotLimits = (
  profile: SnapshotLimits,
  env: Readonly<Record<string, string | undefined>>,
): SnapshotLimits => ({
  maxFiles: positiveWhole(env["CHAT_WORKSPACE_SNAPSHOT_MAX_FILES"]) ?? profile.maxFiles,
  maxChars: positiveWhole(env["CHAT_WORKSPACE_SNAPSHOT_MAX_CHARS"]) ?? profile.maxChars,
});

type Printed = { readonly path: string; readonly fence: string; readonly utf8Bytes: number };
type Choice = { readonly printed: readonly Printed[]; readonly files: readonly SnapshotFileResult[] };

const choose = (input: SnapshotInput): Choice => {
  const everything = printAll(input);
  if (everything) return everything;

  const { limits, leftOut } = input;
  const total = input.files.length;
  const printed: Printed[] = [];
  let chars = 0;
  let ended: SegmentReason | null = null;

  const place = (path: string): SnapshotFileResult => {
    if (ended === null && printed.length >= limits.maxFiles) ended = "file-limit";
    const reason = leftOut?.get(path) ?? ended;
    if (reason !== null) return { path, text: "", reason };

    const block = print(path, input.textOf);
    if (block === null || sizeOf(1, total, block.fence.length) > limits.maxChars)
      return { path, text: "", reason: "char-limit" };

    const text = between(printed.length) + block.fence;
    if (sizeOf(printed.length + 1, total, chars + text.length) > limits.maxChars) {
      ended = "char-limit";
      return { path, text: "", reason: ended };
    }
    chars += text.length;
    printed.push(block);
    return { path, text, reason: null };
  };

  return { files: input.files.map(({ path }) => place(path)), printed };
};

/**
 * A choice without the files that the window removes. The closing line that it then needs can cost one more file
 * at the end.
 */
const withoutTaken = (choice: Choice, { taken, limits }: SnapshotInput): Choice => {
  if (!taken || !choice.printed.some(({ path }) => taken.has(path))) return choice;
  const total = choice.files.length;
  const printed = choice.printed.filter(({ path }) => !taken.has(path));
  const fences = () => printed.reduce((sum, { fence }) => sum + fence.length, 0);
  while (snapshotSize(printed.length, total, fences()) > limits.maxChars) printed.pop();
  const texts = new Map(printed.map(({ path, fence }, index) => [path, between(index) + fence]));
  return {
    printed,
    files: choice.files.map((file) => {
      if (file.reason !== null) return file;
      const text = texts.get(file.path);
      return text === undefined ? { ...file, text: "", reason: "window" } : { ...file, text };
    }),
  };
};

/** Tried first, because only a snapshot of all files needs no closing line and no room for it. */
const printAll = ({ files, textOf, limits, leftOut }: SnapshotInput): Choice | null => {
  if (files.length > limits.maxFiles || files.some(({ path }) => leftOut?.has(path))) return null;
  const printed: Printed[] = [];
  let chars = 0;
  for (const { path } of files) {
    const block = print(path, textOf);
    if (block === null) return null;
    chars += between(printed.length).length + block.fence.length;
    if (sizeOf(files.length, files.length, chars) > limits.maxChars) return null;
    printed.push(block);
  }
  return {
    printed,
    files: printed.map(({ path, fence }, index) => ({ path, text: between(index) + fence, reason: null })),
  };
};

const print = (path: string, textOf: SnapshotInput["textOf"]): Printed | null => {
  const text = textOf(path);
  return text === null
    ? null
    : { path, fence: renderFileBlock(path, text), utf8Bytes: Buffer.byteLength(text) };
};

/** Characters of the message with `shown` files, whose fences and the lines between them take `chars`. */
const sizeOf = (shown: number, total: number, chars: number) =>
  header(shown, total).length + chars + (shown < total ? footer(shown, total).length : 0);

/** Characters of the message with `shown` files, whose fences alone take `chars`. */
export const snapshotSize = (shown: number, total: number, chars: number): number =>
  sizeOf(shown, total, chars + Math.max(0, shown - 1) * between(1).length);

const between = (printed: number) => (printed > 0 ? "\n\n" : "");

const header = (shown: number, total: number) =>
  `## Workspace (read-only snapshot)\nFiles: ${shown} of ${total}\n\n`;

const footer = (shown: number, total: number) => `\n\nShowing ${shown} of ${total} files`;

const positiveWhole = (value: string | undefined): number | null => {
  const number = /^\s*\d+\s*$/.test(value ?? "") ? Number(value) : 0;
  return Number.isSafeInteger(number) && number > 0 ? number : null;
};
