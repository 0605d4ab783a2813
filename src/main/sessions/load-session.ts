import { stat } from "node:fs/promises";
import type { SessionEntry } from "#shared/model/session-entry.ts";
import { newestLeaf, pathTo } from "./branches.ts";
import { type BrokenLine, readEntries } from "./entry-file.ts";
import type { SessionFiles } from "./session-folder.ts";

/** A session as its files tell it. */
export type LoadedSession = {
  readonly log: readonly SessionEntry[];
  readonly context: readonly SessionEntry[];
  /** The file of the context has less than that: its next writing has to be a whole one. */
  readonly behind: boolean;
  readonly broken: readonly (BrokenLine & { readonly file: string })[];
};

/** Reads both files. A context that a crash left a step behind its log is caught up. */
export const loadSession = async (id: string, files: SessionFiles): Promise<LoadedSession> => {
  const [log, context] = await Promise.all([readEntries(files.log), readEntries(files.context)]);
  const said = log.entries.filter((entry) => !isMarker(entry));
  const last = context.entries.at(-1) ?? null;
  const head = last ? newestLeaf(said, last.id) : said.at(-1)?.id;
  const behind = head !== undefined && head !== last?.id && (await isOlder(files.context, files.log));
  const caughtUp = behind
    ? [...context.entries, ...pathTo(said, head).filter((entry) => !isBefore(said, entry, last))]
    : context.entries;
  return {
    log: log.entries,
    context: caughtUp,
    behind,
    broken: [
      ...log.broken.map((line) => ({ ...line, file: `${id}.log.jsonl` })),
      ...context.broken.map((line) => ({ ...line, file: `${id}.jsonl` })),
    ],
  };
};

/** Where a compaction took place. Nobody said it, so the conversation does not go on from it. */
export const isMarker = ({ type }: SessionEntry): boolean => type === "compaction" || type === "summary";

/** The path, with each compaction and its summary after the entry at which it took place. */
export const withMarkers = (
  path: readonly SessionEntry[],
  log: readonly SessionEntry[],
): readonly SessionEntry[] => {
  const markers = log.filter(isMarker);
  const after = (id: string): SessionEntry[] =>
    markers.filter(({ parentId }) => parentId === id).flatMap((marker) => [marker, ...after(marker.id)]);
  return path.flatMap((entry) => [entry, ...after(entry.id)]);
};

/** Whether an entry was in the log no later than another. */
const isBefore = (log: readonly SessionEntry[], entry: SessionEntry, other: SessionEntry | null) =>
  other !== null && log.indexOf(entry) <= log.findIndex(({ id }) => id === other.id);

/**
 * The log is written first, so a crash between the two leaves the context one step behind and older. One that
 * is newer was put where it is: a branch was chosen, an answer is asked for again.
 */
const isOlder = async (context: string, log: string): Promise<boolean> => {
  const [one, other] = await Promise.all(
    [context, log].map((path) => stat(path, { bigint: true }).catch(() => null)),
  );
  return (one?.mtimeNs ?? 0n) < (other?.mtimeNs ?? 0n);
};
