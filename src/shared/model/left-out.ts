import type { z } from "zod";
import type { Manifest, Segment } from "./manifest.ts";
import type { leftOut } from "./session-entry.ts";
import { type FileStatus, fileStatuses } from "./file-status.ts";

/** What was in reach of a prompt and not sent whole. */
export type LeftOut = {
  readonly cut: readonly FileStatus[];
  /** Files. */
  readonly out: number;
  /** Messages that the model does not read, not even as a summary. */
  readonly dropped: number;
  readonly summarised: number;
  /** Memory hits that had no room in the window. */
  readonly memories: number;
};

export const leftOutOf = (manifest: Manifest): LeftOut => {
  const files = [...fileStatuses(manifest).values()];
  // One segment may stand for many messages.
  const count = (is: (segment: Segment) => boolean) =>
    manifest.segments.filter(is).reduce((sum, { detail }) => sum + (detail?.count ?? 1), 0);
  return {
    cut: files.filter(({ status }) => status === "cut"),
    out: files.filter(({ status }) => status === "out").length,
    dropped: count(({ status }) => status === "dropped"),
    summarised: count(({ status }) => status === "summarised"),
    memories: count(({ status, reason }) => status === "trimmed" && reason === "window"),
  };
};

/** The same in numbers, as an answer keeps it. */
export const leftOutCounts = (manifest: Manifest): z.output<typeof leftOut> => {
  const { cut, ...counts } = leftOutOf(manifest);
  return { cut: cut.length, ...counts };
};

export const fileName = (path: string): string => path.slice(path.lastIndexOf("/") + 1);
