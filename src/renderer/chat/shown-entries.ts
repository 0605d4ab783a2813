import type { SessionEntry } from "#shared/model/session-entry.ts";

/**
 * The branch with one more entry. An entry that follows an earlier one starts a new branch there, so what
 * came after that is no longer shown. Null when its parent is not shown: the session must be read.
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

/** The branch while a new answer to this entry, or a replacement for it, is requested. */
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

/** A compaction is not a message, so a conversation continues from the entry before it and keeps it. */
const upTo = (entries: readonly SessionEntry[], index: number): readonly SessionEntry[] => {
  let end = index + 1;
  while (isMarker(entries[end])) end += 1;
  return entries.slice(0, end);
};

const isMarker = (entry: SessionEntry | undefined) =>
  entry?.type === "compaction" || entry?.type === "summary";
