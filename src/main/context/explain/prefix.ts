import { createHash, type Hash } from "node:crypto";
import type { Manifest, Message } from "#shared/model/manifest.ts";

/**
 * The part of a prompt that is byte for byte what the session's previous run sent. A provider that caches
 * prompts reads it from its cache; the first changed byte ends it.
 */

export type PrefixSegment = {
  readonly id: string;
  readonly message: number | null;
  readonly range: readonly [start: number, end: number] | null;
  /** Tokens sent. */
  readonly tokens: number;
};

export type PrefixInput = {
  /** Of the session's previous run; null when this is its first. */
  readonly previous: readonly Message[] | null;
  readonly current: readonly Message[];
  readonly segments: readonly PrefixSegment[];
  /** Counts the stable part of the one segment of which only the beginning is stable. */
  readonly count: (text: string) => number;
  /** What is sent before the messages (tool definitions), as text: a change there changes everything after it. */
  readonly leading?: { readonly id: string; readonly previous: string | null; readonly current: string };
};

/** `hash` is a SHA-256 of the stable part. `brokenBy` is null when nothing of the previous run changed. */
export const stablePrefix = (input: PrefixInput): Manifest["prefix"] => {
  const { previous, current, segments, leading } = input;
  const hash = createHash("sha256");
  if (previous === null) return { hash: hash.digest("hex"), stableTokens: 0, brokenBy: null };
  if (leading && leading.previous !== leading.current)
    return { hash: hash.digest("hex"), stableTokens: 0, brokenBy: leading.id };

  const end = firstChange(previous, current);
  if (leading) hash.update(leading.current);
  for (const message of current.slice(0, end.message)) hashMessage(hash, message);
  const partial = current[end.message]?.content.slice(0, end.char) ?? "";
  if (partial !== "") hash.update(partial, "utf16le");

  let stableTokens = leading ? sumOf(segments.filter((segment) => segment.id === leading.id)) : 0;
  for (const segment of segments) {
    if (segment.message === null || segment.range === null) continue;
    const [from, to] = segment.range;
    const isWhole = segment.message < end.message || (segment.message === end.message && to <= end.char);
    if (isWhole) stableTokens += segment.tokens;
    else if (segment.message === end.message && from < end.char)
      stableTokens += Math.min(segment.tokens, input.count(partial.slice(from)));
  }
  return {
    hash: hash.digest("hex"),
    stableTokens,
    brokenBy: end.broke ? (brokenSegment(segments, end)?.id ?? null) : null,
  };
};

type Position = { readonly message: number; readonly char: number; readonly broke: boolean };

/** `broke` is false when one text only continues where the other ends. */
const firstChange = (previous: readonly Message[], current: readonly Message[]): Position => {
  const shared = Math.min(previous.length, current.length);
  for (let index = 0; index < shared; index++) {
    const [before, now] = [previous[index], current[index]];
    if (!before || !now || isSame(before, now)) continue;
    const char = before.role === now.role ? commonLength(before.content, now.content) : 0;
    return { message: index, char, broke: true };
  }
  return { message: shared, char: 0, broke: false };
};

const isSame = (a: Message, b: Message) =>
  a.content === b.content &&
  a.role === b.role &&
  a.toolCallId === b.toolCallId &&
  JSON.stringify(a.toolCalls) === JSON.stringify(b.toolCalls);

/** Whole blocks first: comparing slices is much faster than comparing units one by one. */
const commonLength = (a: string, b: string): number => {
  const length = Math.min(a.length, b.length);
  let at = 0;
  while (at + BLOCK <= length && a.slice(at, at + BLOCK) === b.slice(at, at + BLOCK)) at += BLOCK;
  while (at < length && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  // A surrogate pair is not split.
  const last = a.charCodeAt(at - 1);
  return at > 0 && last >= 0xd800 && last <= 0xdbff ? at - 1 : at;
};

const BLOCK = 4096;

/** Hashes UTF-16, which is how strings are stored: turning a whole prompt into UTF-8 takes longer than hashing it. */
const hashMessage = (hash: Hash, { role, content, toolCalls, toolCallId }: Message) => {
  hash.update(JSON.stringify([role, content.length, toolCalls, toolCallId]));
  hash.update(content, "utf16le");
};

const sumOf = (segments: readonly PrefixSegment[]) =>
  segments.reduce((total, segment) => total + segment.tokens, 0);

/**
 * The first segment that ends after the change. A change after the last segment of a message belongs to that
 * segment.
 */
const brokenSegment = (segments: readonly PrefixSegment[], at: Position): PrefixSegment | undefined => {
  const inMessage = segments
    .filter((segment) => segment.message === at.message && segment.range !== null)
    .sort((a, b) => (a.range?.[0] ?? 0) - (b.range?.[0] ?? 0));
  return inMessage.find((segment) => (segment.range?.[1] ?? 0) > at.char) ?? inMessage.at(-1);
};
