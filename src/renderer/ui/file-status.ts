import type { Manifest, Segment } from "#shared/model/manifest.ts";

/** What the next prompt makes of a file. */
export type FileStatus = {
  readonly status: "in" | "cut" | "out";
  /** Tokens. */
  readonly raw: number;
  readonly sent: number;
  readonly segment: Segment;
};

/** By project-relative path. A file in several segments counts as the one that sent most of it. */
export const fileStatuses = (manifest: Manifest | null): ReadonlyMap<string, FileStatus> => {
  const found = new Map<string, FileStatus>();
  for (const segment of manifest?.segments ?? []) {
    // A file that does not exist is not one that was left out, and a memory hit without room says nothing
    // about the file it came from.
    const isFile = segment.status !== "missing" && segment.status !== "trimmed";
    if (!isFile || !looksLikePath(segment.source)) continue;
    const next = statusOf(segment);
    const known = found.get(segment.source);
    if (!known || next.sent > known.sent) found.set(segment.source, next);
  }
  return found;
};

const looksLikePath = (source: string) => /^[^:]+\.[^./:]+$/.test(source);

const statusOf = (segment: Segment): FileStatus => ({
  status: glyphOf(segment.status),
  raw: segment.raw.tokens,
  sent: segment.sent.tokens,
  segment,
});

const glyphOf = (status: Segment["status"]): FileStatus["status"] => {
  if (status === "included") return "in";
  return status === "truncated" ? "cut" : "out";
};
