import type { SessionMessage } from "../sessions/to-messages.ts";

export type CompactionPlan = {
  /** To be replaced by one summary, oldest first; an old summary among them is included. */
  readonly summarise: readonly SessionMessage[];
  /** Kept unchanged, in order: pinned messages, then the newest turns. */
  readonly keep: readonly SessionMessage[];
  /** Why there is nothing to do. */
  readonly reason: string | null;
};

/**
 * Decides which messages a summary replaces. The newest stay while they take at most `keepTokens`, and the
 * newest request of the user always stays; the cut never separates a call from its results. Pinned messages
 * stay.
 */
export const planCompaction = (
  messages: readonly SessionMessage[],
  tokensOf: (message: SessionMessage) => number,
  keepTokens: number,
): CompactionPlan => {
  const cut = cutAt(messages, tokensOf, keepTokens);
  const old = messages.slice(0, cut);
  const pinned = withTheirCalls(old);
  const summarise = old.filter((message) => !pinned.has(message.id));
  const fresh = summarise.filter(({ summary }) => !summary);
  const keep = messages.filter((message) => !summarise.includes(message));
  if (fresh.length === 0)
    return { summarise: [], keep: messages, reason: "There is nothing old enough to summarise." };
  return { summarise, keep, reason: null };
};

/** The index of the first kept message: always the start of a turn, a message of the user. */
const cutAt = (
  messages: readonly SessionMessage[],
  tokensOf: (message: SessionMessage) => number,
  keepTokens: number,
): number => {
  let cut = newestTurn(messages);
  let kept = messages.slice(cut).reduce((sum, message) => sum + tokensOf(message), 0);
  for (let at = cut - 1; at >= 0; at--) {
    const message = messages[at];
    if (!message) break;
    kept += tokensOf(message);
    if (kept > keepTokens) break;
    if (message.role === "user" && !message.summary) cut = at;
  }
  return cut;
};

/** Index of the newest message of the user; what follows belongs to its turn. */
export const newestTurn = (messages: readonly SessionMessage[]): number =>
  Math.max(
    0,
    messages.findLastIndex(({ role, summary }) => role === "user" && !summary),
  );

/** Pinned messages, and with a pinned call or result the rest of that exchange. */
const withTheirCalls = (messages: readonly SessionMessage[]): ReadonlySet<string> => {
  const pinned = new Set(messages.filter((message) => message.pinned).map(({ id }) => id));
  for (const message of messages) {
    const calls = new Set((message.toolCalls ?? []).map(({ id }) => id));
    const results = messages.filter(({ toolCallId }) => toolCallId !== undefined && calls.has(toolCallId));
    const exchange = [message, ...results];
    if (calls.size > 0 && exchange.some(({ id }) => pinned.has(id)))
      for (const { id } of exchange) pinned.add(id);
  }
  return pinned;
};
