import { LIMITED_FILE_LAYERS } from "./layer.ts";
import type { Manifest, Segment } from "./manifest.ts";

/**
 * One figure per file, wherever it is shown. A file's size is that of its own text without front matter, and
 * what is sent of it is the part of that text the model reads. The line with its name, the marker at a cut and
 * the separator are `framing`: they cost tokens too, but they are no part of the file.
 */
export type SegmentSize = {
  /** Tokens of the whole text, of what is sent of it, and of what is not; the last two add up to the first. */
  readonly raw: number;
  readonly sent: number;
  readonly missing: number;
  /** Tokens that are sent around the text. Slightly below 0 where only a closing newline was taken away. */
  readonly framing: number;
};

export const segmentSize = (segment: Segment): SegmentSize => {
  const raw = segment.raw.tokens;
  const missing = Math.round(segment.removed * raw);
  const tokens = segment.sent.tokens;
  // Some files are sent in a shorter form of their own: the one line that `persona` makes of IDENTITY.md.
  const isOtherForm = missing === 0 && tokens + MAX_TRIMMED < raw;
  if (!isFileSource(segment.source) || isOtherForm) return { raw, sent: tokens, missing, framing: 0 };
  return { raw, sent: raw - missing, missing, framing: tokens - (raw - missing) };
};

/** Whether a segment's figures are exact in a manifest whose counts are exact or not. */
export const isExact = (segment: Segment, exact: boolean): boolean =>
  exact && segment.detail?.estimated !== true;

/** Whether a segment's source is a file: `workspace/AGENTS.md`, not `message:12` or `tools`. */
export const isFileSource = (source: string): boolean => /^[^:]+\.[^./:]+$/.test(source);

/** What core files and workspace files count towards the limit they share, in tokens. */
export const filesTogether = (manifest: Manifest): { readonly core: number; readonly files: number } => {
  const sum = { core: 0, files: 0 };
  for (const segment of manifest.segments) {
    if (!LIMITED_FILE_LAYERS.has(segment.layer)) continue;
    if (segment.status !== "included" && segment.status !== "truncated") continue;
    const counted = Math.min(segment.raw.tokens, segment.detail?.limit ?? Number.POSITIVE_INFINITY);
    sum[segment.layer === "files" ? "files" : "core"] += counted;
  }
  return sum;
};

/** Tokens by which trimming the blank lines around a text makes it shorter at most. */
const MAX_TRIMMED = 3;
