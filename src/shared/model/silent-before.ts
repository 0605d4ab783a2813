import type { SessionEntry } from "./session-entry.ts";

/**
 * Questions, and results of tools, that the user's next message follows: the answer was stopped before its first
 * word. No answer stands there that could say so.
 */
export const silentBefore = (entries: readonly SessionEntry[]): ReadonlySet<string> => {
  const silent = new Set<string>();
  let before: SessionEntry | null = null;
  for (const entry of entries) {
    if (entry.type === "compaction" || entry.type === "summary") continue;
    if (entry.type === "message" && entry.role === "system") continue;
    const isQuestion = entry.type === "message" && entry.role === "user";
    if (isQuestion && before && (before.type !== "message" || before.role === "user")) silent.add(before.id);
    before = entry;
  }
  return silent;
};
