import type { Agent } from "#shared/contract/agents.ts";
import type { Clock } from "../../base/clock.ts";
import type { Sessions } from "../../sessions/sessions.ts";
import type { ConversationReader } from "./conversation-reader.ts";

/** Conversations without a turn for this long are no longer read on their own. */
const UNREAD_FOR_MS = 7 * 24 * 60 * 60_000;

export type UnreadPorts = {
  readonly reader: ConversationReader;
  readonly sessions: Pick<Sessions, "list">;
  readonly agents: () => readonly Agent[];
  /** Sessions with a turn since then. */
  readonly spokenSince: (since: Date) => readonly { readonly session: string; readonly agent: string }[];
  readonly clock: Clock;
};

/** Reads conversations that ended before the reader was due. */
export const readUnread = async ({ reader, sessions, agents, spokenSince, clock }: UnreadPorts) => {
  const since = new Date(clock.now().getTime() - UNREAD_FOR_MS);
  const there = new Set((await sessions.list({ archived: false })).map(({ id }) => id));
  for (const { session, agent: id } of spokenSince(since)) {
    const agent = agents().find((one) => one.id === id);
    if (agent && there.has(session)) reader.afterTurn(session, agent);
  }
};
