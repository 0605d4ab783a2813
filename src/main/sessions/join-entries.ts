import type { SessionEntry } from "#shared/model/session-entry.ts";
import type { BrokenLine } from "./entry-file.ts";

export type JoinedEntries = {
  readonly entries: readonly SessionEntry[];
  /** Entries that are missing in the log. */
  readonly unlogged: readonly SessionEntry[];
  /** Entries whose parent is in neither file, by their place in the log. */
  readonly gaps: readonly BrokenLine[];
};

/**
 * Joins the log and the context to one tree. A lost line would hide everything before it, as each entry names
 * only its parent; so an entry whose parent is missing follows the entry before it in the file.
 */
export const joinEntries = (
  log: readonly SessionEntry[],
  context: readonly SessionEntry[],
): JoinedEntries => {
  const logged = new Set(log.map(({ id }) => id));
  const unlogged = context.filter(({ id }) => !logged.has(id));
  const all = unlogged.length === 0 ? log : inOrder(log, context);
  const known = new Set(all.map(({ id }) => id));
  const before = new Map(context.map(({ id }, index) => [id, context[index - 1]?.id ?? null]));
  const gaps: BrokenLine[] = [];
  let previous: string | null = null;
  const entries = all.map((entry, index) => {
    const isLoose = entry.parentId !== null && !known.has(entry.parentId) && entry.type !== "compaction";
    const parentId = entry.type === "summary" ? null : (before.get(entry.id) ?? previous);
    if (entry.type !== "compaction" && entry.type !== "summary") previous = entry.id;
    if (!isLoose) return entry;
    if (logged.has(entry.id)) gaps.push({ line: index + 1, reason: "What came before it is missing." });
    return { ...entry, parentId };
  });
  return { entries, unlogged, gaps };
};

/** The log, with each entry that only the context has after its predecessor there. */
const inOrder = (log: readonly SessionEntry[], context: readonly SessionEntry[]): readonly SessionEntry[] => {
  const logged = new Set(log.map(({ id }) => id));
  const following = new Map<string | null, SessionEntry[]>();
  let anchor: string | null = null;
  for (const entry of context) {
    if (logged.has(entry.id)) anchor = entry.id;
    else {
      const after = following.get(anchor) ?? [];
      after.push(entry);
      following.set(anchor, after);
    }
  }
  return [
    ...(following.get(null) ?? []),
    ...log.flatMap((entry) => [entry, ...(following.get(entry.id) ?? [])]),
  ];
};
