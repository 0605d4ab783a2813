import type { Manifest, Segment } from "./manifest.ts";
import type { TreeEntry } from "../contract/workspace.ts";
import { isExact, isFileSource, segmentSize } from "./segment-size.ts";

/** What the next prompt does with a file. */
export type FileStatus = {
  readonly status: "in" | "cut" | "out";
  /** Tokens of its own text, and of what of it is sent. */
  readonly raw: number;
  readonly sent: number;
  /** False: both are estimates. */
  readonly exact: boolean;
  readonly segment: Segment;
};

/** By project-relative path, and the encoding that all of them were counted with. */
export type FileStatuses = ReadonlyMap<string, FileStatus> & { readonly encoding: string | null };

/** A file in several segments counts as the one that sent most of it. */
export const fileStatuses = (manifest: Manifest | null): FileStatuses => {
  const found = new Map<string, FileStatus>();
  for (const segment of manifest?.segments ?? []) {
    // A file that does not exist is not one that was left out, and a memory hit without room says nothing
    // about the file it came from.
    // Nor is an empty one: there is nothing in it that could be sent.
    const isFile = segment.status !== "missing" && segment.status !== "trimmed" && segment.reason !== "empty";
    if (!isFile || !isFileSource(segment.source)) continue;
    const next = statusOf(segment, manifest?.exact ?? true);
    const known = found.get(segment.source);
    if (!known || segment.sent.tokens > known.segment.sent.tokens) found.set(segment.source, next);
  }
  return Object.assign(found, { encoding: manifest?.encoding ?? null });
};

/** A file's size as the whole window shows it: as the next prompt counts it, else as it is stored. */
export type FileCount = {
  readonly tokens: number;
  readonly exact: boolean;
  /** Counted for another model than the one the next prompt goes to, so it is no exact count for that. */
  readonly otherModel: boolean;
};

export const fileCount = (entry: TreeEntry, statuses: FileStatuses | null): FileCount | null => {
  const known = statuses?.get(entry.path);
  if (known && !isMemoryHit(known.segment))
    return { tokens: known.raw, exact: known.exact, otherModel: false };
  if (entry.tokens === null) return null;
  const encoding = statuses?.encoding ?? null;
  const otherModel = encoding !== null && entry.tokensEncoding !== encoding;
  return { tokens: entry.tokens, exact: entry.tokensExact && !otherModel, otherModel };
};

/** A memory comes from a file and is not the file. */
const isMemoryHit = ({ id, layer, source }: Segment): boolean =>
  layer === "memory" && id !== `${layer}:${source}`;

const statusOf = (segment: Segment, exact: boolean): FileStatus => {
  const { raw, sent } = segmentSize(segment);
  return { status: glyphOf(segment.status), raw, sent, exact: isExact(segment, exact), segment };
};

const glyphOf = (status: Segment["status"]): FileStatus["status"] => {
  if (status === "included") return "in";
  return status === "truncated" ? "cut" : "out";
};
