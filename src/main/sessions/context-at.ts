import type { SessionEntry } from "#shared/model/session-entry.ts";
import { pathTo } from "./branches.ts";

/**
 * What the model sees when the conversation goes on from an entry. While the entry is still in its sight that
 * is everything up to it, summary included; further back it is the path to it as it was, before any summary.
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
