import type { Origin } from "#shared/model/origin.ts";
import { scopeOf } from "#shared/model/scope.ts";
import type { SessionEntry } from "#shared/model/session-entry.ts";

/**
 * The origin of an entry: as it was stamped when it was stored, else by who speaks. What was imported is from outside. In a session with other members,
 * what this program did not stamp was said by any of them.
 */
export const entryOrigin = (entry: SessionEntry, kind: string): Origin => {
  if (entry.imported !== undefined) return "outside";
  const stamped = "origin" in entry ? entry.origin : undefined;
  if (stamped !== undefined) return stamped;
  if (scopeOf("main", kind, undefined) === "shared") return "outside";
  switch (entry.type) {
    case "message":
      return entry.role === "user" ? "you" : "agent";
    case "tool_result":
      return "tool";
    case "tool_use":
    case "compaction":
    case "summary":
      return "agent";
  }
};
