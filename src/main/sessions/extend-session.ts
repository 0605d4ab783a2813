import type { SessionEntry } from "#shared/model/session-entry.ts";
import { isMarker, type LoadedSession } from "./load-session.ts";

/**
 * The session after these entries were appended to both of its files, without reading the files again. Null when
 * only reading them can say: after a fork, a repair, or with an entry that does not follow the last one.
 */
export const extendSession = (
  session: LoadedSession,
  entries: readonly SessionEntry[],
): LoadedSession | null => {
  const { log, context, behind, unlogged, broken } = session;
  if (behind || unlogged.length > 0 || broken.length > 0) return null;
  let last = context.at(-1)?.id ?? null;
  // A cleared conversation starts again beside its log.
  if (last === null && log.length > 0) return null;
  for (const entry of entries) {
    if (isMarker(entry) || entry.parentId !== last) return null;
    last = entry.id;
  }
  return { ...session, log: [...log, ...entries], context: [...context, ...entries] };
};
