import { FILE_LAYERS } from "./layer.ts";
import type { Manifest, Segment } from "./manifest.ts";

/** What an edit that is not saved yet does to the next prompt: the one thing that is worth a sentence. */
export type Consequence = {
  /** A file is no longer sent, a file is no longer sent whole, or the provider's cache cannot be used. */
  readonly kind: "falls-out" | "is-cut" | "breaks-cache";
  /** The file it happens to; of the cache, the edited one. Project-relative. */
  readonly path: string;
  /** Its segment, for the budget. */
  readonly segment: string;
  /** Files to which the same happens, besides this one. */
  readonly others: number;
  /** Tokens by which the edited file grew; negative when it became shorter. */
  readonly tokens: number;
  /** Of the cache: tokens that have to be read again. */
  readonly cached: number;
  /** False: the numbers are estimates. */
  readonly exact: boolean;
};

/**
 * The same prompt without and with the edit. What falls out is said before what is cut, and both before the cache;
 * of several files, the one that loses most. Null: the edit changes nothing but its own size. `first` is the prompt
 * before the edit began: what only came in since, because room was made, is not lost by the edit.
 */
export const consequenceOf = (
  before: Manifest,
  after: Manifest,
  edited: string,
  first: Manifest = before,
): Consequence | null => {
  const was = fileSegments(before);
  const wasFirst = fileSegments(first);
  const now = fileSegments(after);
  const lost: { segment: Segment; tokens: number }[] = [];
  const cut: { segment: Segment; tokens: number }[] = [];
  for (const [path, old] of was) {
    if (old.sent.tokens === 0 || !wasFirst.get(path)?.sent.tokens) continue;
    const segment = now.get(path);
    const sent = segment?.sent.tokens ?? 0;
    const loss = { segment: segment ?? old, tokens: old.sent.tokens - sent };
    if (sent === 0) {
      // A file that was emptied is not left out by anybody.
      if (path !== edited || (segment && segment.raw.tokens > 0)) lost.push(loss);
    } else if (
      segment?.status === "truncated" &&
      (path === edited || sent < (wasFirst.get(path)?.sent.tokens ?? 0)) &&
      (old.status === "included" || isCutMore(segment, old, edited))
    ) {
      cut.push(loss);
    }
  }
  const tokens = (now.get(edited)?.raw.tokens ?? 0) - (was.get(edited)?.raw.tokens ?? 0);
  const about = { tokens, exact: before.exact && after.exact, cached: 0 };
  for (const [kind, found] of [
    ["falls-out", lost],
    ["is-cut", cut],
  ] as const) {
    const [first] = found.toSorted((a, b) => b.tokens - a.tokens);
    if (first) {
      const { source, id } = first.segment;
      return { ...about, kind, path: source, segment: id, others: found.length - 1 };
    }
  }
  const own = now.get(edited);
  // The end of the prompt (memories, the date) often differs from the previous run; what counts is what the edit adds.
  const cached = before.prefix.stableTokens - after.prefix.stableTokens;
  if (!own || own.sent.tokens === 0 || after.prefix.brokenBy === null || cached <= 0) return null;
  return { ...about, kind: "breaks-cache", path: edited, segment: own.id, others: 0, cached };
};

/** Another file that was cut already loses more of itself; the edited one only grows behind its cut. */
const isCutMore = (segment: Segment, old: Segment, edited: string): boolean =>
  segment.source !== edited && segment.sent.tokens < old.sent.tokens;

const fileSegments = ({ segments }: Manifest): ReadonlyMap<string, Segment> => {
  const files = new Map<string, Segment>();
  for (const segment of segments) {
    if (!FILE_LAYERS.has(segment.layer)) continue;
    if (segment.status !== "missing") files.set(segment.source, segment);
  }
  return files;
};
