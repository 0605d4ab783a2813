import type { Message } from "#shared/model/manifest.ts";
import type { Cut } from "./part-node.ts";

/**
 * The messages without some of their characters. A message of which nothing is left goes, except one that calls a tool
 * or answers a call: the other half of it would stand alone.
 */
export const leaveOut = (messages: readonly Message[], cuts: readonly Cut[]): readonly Message[] => {
  if (cuts.length === 0) return messages;
  const byMessage = Map.groupBy(cuts, ({ message }) => message);
  return messages.flatMap((message, index) => {
    const own = byMessage.get(index);
    if (!own) return [message];
    let content = "";
    let at = 0;
    for (const { from, to } of own.toSorted((a, b) => a.from - b.from)) {
      content += message.content.slice(at, Math.max(at, from));
      at = Math.max(at, to);
    }
    content += message.content.slice(at);
    const isBound = message.role === "tool" || (message.toolCalls?.length ?? 0) > 0;
    return content.trim() === "" && !isBound ? [] : [{ ...message, content }];
  });
};
