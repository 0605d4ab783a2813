import type { SessionInfo } from "#shared/contract/sessions.ts";
import type { SessionEntry } from "#shared/model/session-entry.ts";
import { MAX_QUESTION_CHARS } from "#shared/model/trial.ts";

export type PastPorts = {
  sessions(): Promise<readonly SessionInfo[]>;
  entries(session: string): Promise<readonly SessionEntry[]>;
};

export type PastQuestion = {
  readonly ask: string;
  readonly at: string;
  readonly session: string;
  readonly title: string;
};

/** Conversations that are looked at, newest first. */
const MAX_SESSIONS = 200;

/**
 * The first questions of past conversations, newest first: what came later in a conversation is understood only with
 * what was said before. With `session`, all questions of that one. Nothing that others said in a shared session.
 */
export const pastQuestions = async (
  {
    session,
    since,
    until,
    limit,
  }: {
    readonly session?: string | undefined;
    readonly since?: string | undefined;
    readonly until?: string | undefined;
    readonly limit: number;
  },
  ports: PastPorts,
): Promise<readonly PastQuestion[]> => {
  const sessions = (await ports.sessions())
    .filter(({ id, kind }) => (session === undefined ? kind === "main" : id === session))
    .filter(({ updatedAt }) => since === undefined || updatedAt >= since)
    .toSorted((a, b) => (a.updatedAt < b.updatedAt ? 1 : -1))
    .slice(0, MAX_SESSIONS);
  const found: PastQuestion[] = [];
  const seen = new Set<string>();
  for (const { id, title } of sessions) {
    if (found.length >= limit) break;
    const own = (await ports.entries(id)).flatMap((entry) => questionOf(entry) ?? []);
    for (const { ask, at } of session === undefined ? own.slice(0, 1) : own) {
      const isWanted = (since === undefined || at >= since) && (until === undefined || at < until);
      if (!isWanted || seen.has(ask) || found.length >= limit) continue;
      seen.add(ask);
      found.push({ ask, at, session: id, title });
    }
  }
  return found;
};

const questionOf = (entry: SessionEntry): { ask: string; at: string } | null => {
  if (entry.type !== "message" || entry.role !== "user") return null;
  const ask = entry.content.trim();
  return ask === "" || ask.length > MAX_QUESTION_CHARS ? null : { ask, at: entry.timestamp };
};
