import type { CommonBeginning, WatchedPart } from "#shared/model/watched-request.ts";

export type ComparedPart = {
  readonly kind: WatchedPart["kind"];
  readonly title: string;
  readonly text: string;
  readonly tokens: number;
};

type Earlier = { readonly id: string; readonly parts: readonly ComparedPart[] };

/** Characters of a line that are shown of both sides. */
const MAX_SHOWN_CHARS = 160;

/** Where two requests part. A server can reuse what it read up to there, and nothing after it. */
export const compareRequests = (
  earlier: Earlier,
  now: readonly ComparedPart[],
): { readonly common: CommonBeginning; readonly changes: readonly WatchedPart["change"][] } => {
  const parts = commonParts(earlier.parts, now);
  const whole = now.slice(0, parts).reduce((sum, { tokens }) => sum + tokens, 0);
  const [was, is] = [earlier.parts[parts], now[parts]];
  const chars = was && is && was.kind === is.kind ? commonChars(was.text, is.text) : 0;
  const tokens = whole + (is && is.text.length > 0 ? Math.floor((is.tokens * chars) / is.text.length) : 0);
  const left = leftOf(earlier.parts.slice(parts), now.slice(parts));
  return {
    common: {
      against: earlier.id,
      parts,
      tokens,
      broken: was ? brokenAt(was, is ?? null, is ? parts : null, chars) : null,
      gone: left.gone.slice(0, 200).map(({ title, tokens }) => ({ title, tokens })),
    },
    changes: now.map((_, index) => (index < parts ? "same" : (left.changes[index - parts] ?? "new"))),
  };
};

/** Whole parts that are the same from the start. */
export const commonParts = (before: readonly ComparedPart[], now: readonly ComparedPart[]): number => {
  let same = 0;
  while (same < now.length && isSame(before[same], now[same])) same += 1;
  return same;
};

const isSame = (a: ComparedPart | undefined, b: ComparedPart | undefined): boolean =>
  a !== undefined && b !== undefined && a.kind === b.kind && a.text === b.text;

const commonChars = (a: string, b: string): number => {
  const most = Math.min(a.length, b.length);
  let same = 0;
  while (same < most && a.charCodeAt(same) === b.charCodeAt(same)) same += 1;
  return same;
};

const brokenAt = (
  was: ComparedPart,
  is: ComparedPart | null,
  part: number | null,
  chars: number,
): CommonBeginning["broken"] => ({
  part,
  title: (is ?? was).title,
  line: was.text.slice(0, chars).split("\n").length,
  before: lineAt(was.text, chars),
  now: is ? lineAt(is.text, chars) : "",
});

const lineAt = (text: string, at: number): string => {
  const from = Math.max(text.lastIndexOf("\n", at - 1) + 1, at - MAX_SHOWN_CHARS / 2);
  const end = text.indexOf("\n", at);
  return text.slice(from, Math.min(end < 0 ? text.length : end, from + MAX_SHOWN_CHARS));
};

/** After the break: the same text elsewhere is the same; the same kind and title with a different text changed. */
const leftOf = (before: readonly ComparedPart[], now: readonly ComparedPart[]) => {
  const texts = counted(before.map(({ kind, text }) => `${kind}\n${text}`));
  const isKept = now.map(({ kind, text }) => taken(texts, `${kind}\n${text}`));
  const old = before.filter(({ kind, text }) => taken(texts, `${kind}\n${text}`));
  const names = counted(old.map(({ kind, title }) => `${kind}\n${title}`));
  const changes = now.map(({ kind, title }, index): WatchedPart["change"] => {
    if (isKept[index]) return "same";
    return taken(names, `${kind}\n${title}`) ? "changed" : "new";
  });
  return { changes, gone: old.filter(({ kind, title }) => taken(names, `${kind}\n${title}`)) };
};

const counted = (keys: readonly string[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const key of keys) counts.set(key, (counts.get(key) ?? 0) + 1);
  return counts;
};

const taken = (counts: Map<string, number>, key: string): boolean => {
  const left = counts.get(key) ?? 0;
  counts.set(key, left - 1);
  return left > 0;
};
