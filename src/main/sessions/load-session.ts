import { randomUUID } from "node:crypto";
import type { SessionEntry } from "#shared/model/session-entry.ts";
import { letOthersRun } from "../base/in-steps.ts";
import type { KeptFile } from "../base/kept-file.ts";
import { newestLeaf, pathTo } from "./branches.ts";
import { type BrokenLine, type ReadEntries, readEntries } from "./entry-file.ts";
import { joinEntries } from "./join-entries.ts";
import type { SessionFiles } from "./session-folder.ts";

/** A session as read from its files. */
export type LoadedSession = {
  readonly log: readonly SessionEntry[];
  readonly context: readonly SessionEntry[];
  /** The context file has fewer entries than this, so the next write must replace it. */
  readonly behind: boolean;
  /** Entries that only the context file still has; the next write to the log adds them. */
  readonly unlogged: readonly SessionEntry[];
  readonly broken: readonly (BrokenLine & { readonly file: string })[];
  /** The same for as long as the conversation is only appended to; a new one for each reading of the files. */
  readonly lineage: Lineage;
};

/** An identity: what was derived from the beginning of a conversation can be kept by it. */
export type Lineage = { readonly id: string };

/**
 * Reads both files and completes each from the other. A context that a crash left one step behind its log is
 * brought up to date, and a context that lost lines is created again from the log.
 */
export const loadSession = async (id: string, files: SessionFiles): Promise<LoadedSession> => {
  const [logged, seen] = await Promise.all([readEntries(files.log), readEntries(files.context)]);
  // Right after the reading: what others do meanwhile may change the times of the files.
  const wasLeftBehind = isOlder(files.context, files.log);
  // Each part below takes some milliseconds for a conversation of 10,000 turns.
  await letOthersRun();
  const context = seen.entries.filter(({ type }) => type !== "compaction");
  const { entries: log, unlogged, gaps } = joinEntries(logged.entries, context);
  await letOthersRun();
  const isLost = seen.broken.length > 0 || (seen.entries.length === 0 && log.length > 0);
  const whole = isLost
    ? madeAgain(log, context, seen)
    : caughtUp(log, context, seen.entries.length > context.length, wasLeftBehind);
  return {
    lineage: { id: randomUUID() },
    log,
    context: whole,
    behind: whole.length !== context.length || isLost,
    unlogged,
    broken: [
      ...logged.broken.map((line) => ({ ...line, file: `${id}.log.jsonl` })),
      ...(logged.broken.length === 0 ? gaps : []).map((line) => ({ ...line, file: `${id}.log.jsonl` })),
      ...seen.broken.map((line) => ({ ...line, file: `${id}.jsonl` })),
    ],
  };
};

/** A compaction marks a place and is not a message, so the conversation does not continue from it. */
export const isMarker = ({ type }: SessionEntry): boolean => type === "compaction" || type === "summary";

/** The path, with each compaction and its summary after the entry at which it took place. */
export const withMarkers = (
  path: readonly SessionEntry[],
  log: readonly SessionEntry[],
): readonly SessionEntry[] => {
  const byParent = Map.groupBy(log.filter(isMarker), ({ parentId }) => parentId);
  /** Each is taken once, so a circle ends. The last comes first, for a stack. */
  const takeReversed = (id: string): SessionEntry[] => {
    const found = byParent.get(id) ?? [];
    byParent.delete(id);
    return found.toReversed();
  };
  // Without recursion: a log may chain any number of them.
  const after = (id: string): SessionEntry[] => {
    const found: SessionEntry[] = [];
    const waiting = takeReversed(id);
    for (let marker = waiting.pop(); marker !== undefined; marker = waiting.pop()) {
      found.push(marker);
      for (const next of takeReversed(marker.id)) waiting.push(next);
    }
    return found;
  };
  return path.flatMap((entry) => [entry, ...after(entry.id)]);
};

/** Includes newer entries of the log, when the log was written after the context. */
const caughtUp = (
  log: readonly SessionEntry[],
  context: readonly SessionEntry[],
  isCleared: boolean,
  isOlderThanLog: boolean,
): readonly SessionEntry[] => {
  const last = context.at(-1);
  if (!last && isCleared) return [];
  const said = log.filter((entry) => !isMarker(entry));
  const head = last ? newestLeaf(said, last.id) : said.at(-1)?.id;
  if (head === undefined || head === last?.id || !isOlderThanLog) return context;
  const path = pathTo(said, head);
  return [...context, ...path.slice(path.findIndex(({ id }) => id === last?.id) + 1)];
};

/** Rebuilds the context from the log: the path to its last entry, without what a summary replaced. */
const madeAgain = (
  log: readonly SessionEntry[],
  context: readonly SessionEntry[],
  { broken, entries }: ReadEntries,
): readonly SessionEntry[] => {
  const said = log.filter((entry) => !isMarker(entry));
  const last = context.findLast((entry) => !isMarker(entry)) ?? said.at(-1);
  if (!last) return context;
  const mayHaveHadSummary = entries.length === 0 || broken.some(({ line }) => line === 1);
  const summary =
    context.find(({ type }) => type === "summary") ??
    (mayHaveHadSummary ? log.findLast(({ type }) => type === "summary") : undefined);
  const summarised = new Set(
    summary ? log.flatMap((entry) => (entry.type === "compaction" ? entry.summarised : [])) : [],
  );
  const path = pathTo(said, newestLeaf(said, last.id)).filter(({ id }) => !summarised.has(id));
  return summary ? [summary, ...path] : path;
};

/**
 * The log is written first, so a crash between the two leaves the context one step behind and older. A newer
 * context was written on purpose: a branch was selected.
 */
const isOlder = (context: KeptFile, log: KeptFile): boolean =>
  (context.stat()?.mtimeNs ?? 0n) < (log.stat()?.mtimeNs ?? 0n);
