import type { SessionEntry } from "#shared/model/session-entry.ts";
import type { Author } from "../workspace/recorder.ts";
import type { Sessions } from "./sessions.ts";

/** How a change is attributed to a message of a conversation; null when it came from none, so it is the user's. */
export const authorFrom = (
  sessions: Sessions,
  session: string | undefined,
  message: string | undefined,
): ((title: string) => Promise<Author>) | null =>
  session === undefined ? null : (title) => saidBy(sessions, session, message, title);

/** The author of changes made by a message of a conversation: its agent, in the turn the message belongs to. */
const saidBy = async (
  sessions: Sessions,
  session: string,
  message: string | undefined,
  title: string,
): Promise<Author> => {
  const agent = await sessions.agentOf(session);
  const { log } = await sessions.load(session);
  const turn = message === undefined ? null : turnOf(log, message);
  return { actor: `agent:${agent.id}`, kind: "write", title, session, ...(turn !== null && { turn }) };
};

/** The user's message that an entry answers, directly or through other entries; null when there is none. */
export const turnOf = (entries: readonly SessionEntry[], id: string): string | null => {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const seen = new Set<string>();
  for (let at = byId.get(id); at && !seen.has(at.id); at = byId.get(at.parentId ?? "")) {
    if (at.type === "message" && at.role === "user") return at.id;
    seen.add(at.id);
  }
  return null;
};
