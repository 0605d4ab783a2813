import type { SessionEntry } from "#shared/model/session-entry.ts";
import { pathTo } from "./branches.ts";
import { isMarker, type LoadedSession } from "./load-session.ts";

/** The entries of the branch in use that the model sees only as a summary, oldest first. */
export const behindSummary = ({
  log,
  context,
}: Pick<LoadedSession, "log" | "context">): readonly SessionEntry[] => {
  const last = context.findLast((entry) => !isMarker(entry));
  if (!last || !context.some(({ type }) => type === "summary")) return [];
  const seen = new Set(context.map(({ id }) => id));
  const said = log.filter((entry) => !isMarker(entry));
  return pathTo(said, last.id).filter(({ id }) => !seen.has(id));
};
