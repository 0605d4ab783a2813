import type { SessionEntry } from "#shared/model/session-entry.ts";

/**
 * The branch with one more entry. An entry that follows something further up begins another branch there, so
 * what stood after that is shown no longer. Null when what it follows is not shown: the session is to be read.
 */
export const withEntry = (
  entries: readonly SessionEntry[],
  entry: SessionEntry,
): readonly SessionEntry[] | null => {
  const known = entries.findIndex(({ id }) => id === entry.id);
  if (known >= 0) return entries.with(known, entry);
  if (entry.parentId === null) return [entry];
  const parent = entries.findLastIndex(({ id }) => id === entry.parentId);
  if (parent < 0) return null;
  return [...upTo(entries, parent), entry];
};

/** The branch as it is while another answer to this entry, or another word in its place, is asked for. */
export const before = (entries: readonly SessionEntry[], id: string): readonly SessionEntry[] => {
  const at = entries.findIndex((entry) => entry.id === id);
  return at < 0 ? entries : entries.slice(0, at);
};

/** The entry that this answer answers, and everything above it. */
export const upToQuestion = (entries: readonly SessionEntry[], answer: string): readonly SessionEntry[] => {
  const at = entries.findIndex(({ id }) => id === answer);
  const asked = entries.findLastIndex(
    (entry, index) => index < at && entry.type === "message" && entry.role === "user",
  );
  return asked < 0 ? entries : entries.slice(0, asked + 1);
};

/** Nobody said a compaction, so a conversation goes on from what stands before it and keeps it. */
const upTo = (entries: readonly SessionEntry[], index: number): readonly SessionEntry[] => {
  let end = index + 1;
  while (isMarker(entries[end])) end += 1;
  return entries.slice(0, end);
};

const isMarker = (entry: SessionEntry | undefined) =>
  entry?.type === "compaction" || entry?.type === "summary";
