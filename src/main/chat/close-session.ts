import type { History } from "../history/history.ts";
import type { Sessions } from "../sessions/sessions.ts";
import type { Chat } from "./chat.ts";

type ClosingRooms = {
  readonly sessions: Sessions;
  readonly history: History;
  readonly talk: { readonly chat: Chat };
};

/** Stops what runs in a conversation, and commits what its agent wrote; null when there was nothing to commit. */
export const closeSession = async ({ sessions, history, talk }: ClosingRooms, id: string) => {
  const agent = await sessions.agentOf(id);
  talk.chat.stop(id);
  return history.commitSessionClose(agent, id);
};
