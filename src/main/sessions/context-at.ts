import type { SessionEntry } from "#shared/model/session-entry.ts";
import { pathTo } from "./branches.ts";

/**
 * What the model sees when the conversation continues from an entry. If the entry is still in the context,
 * that is everything up to it, including a summary; otherwise it is the original path to the entry, without
 * summaries.
 */
export const contextAt = (
  log: readonly SessionEntry[],
  context: readonly SessionEntry[],
  id: string | null,
): readonly SessionEntry[] => {
  if (id === null) return [];
  const seen = context.findIndex((entry) => entry.id === id);
  if (seen >= 0) return context.slice(0, seen + 1);
  return pathTo(log, id).filter((entry) => entry.type !== "compaction" && entry.type !== "summary");
};
