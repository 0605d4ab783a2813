import type { DocumentCut } from "#shared/model/document-cut.ts";
import type { Origin } from "#shared/model/origin.ts";
import type { Message } from "#shared/model/manifest.ts";
import type { SessionEntry, ToolUseEntry } from "#shared/model/session-entry.ts";

/** A message of this session as input for the assembler. */
export type SessionMessage = Message & {
  readonly id: string;
  readonly pinned?: boolean;
  readonly summary?: boolean;
  readonly origin: Origin;
  /** It was said elsewhere, so nothing is learned from it. */
  readonly imported?: boolean;
  /** Documents of which only passages are in it. */
  readonly cut?: readonly DocumentCut[];
};

/**
 * Entries as messages: an answer and the tools it called are one message, and each result follows it. A call
 * without a result (because of a crash) gets one that says so; providers refuse a call without a result.
 */
export const toMessages = (
  entries: readonly SessionEntry[],
  pinned: ReadonlySet<string>,
  originOf: (entry: SessionEntry) => Origin,
): readonly SessionMessage[] => {
  const answered = new Set(
    entries.flatMap((entry) => (entry.type === "tool_result" ? [entry.toolUseId] : [])),
  );
  const messages: SessionMessage[] = [];
  const push = (message: SessionMessage) =>
    messages.push(pinned.has(message.id) ? { ...message, pinned: true } : message);
  /** The same object for the same entry: whoever derived something from a message finds it again. */
  const pushFor = (entry: SessionEntry, message: () => SessionMessage) => {
    const made = plain.get(entry);
    // Trust in the folder may have changed since.
    const known = made?.origin === originOf(entry) ? made : message();
    plain.set(entry, known);
    push(known);
  };

  const failed = failedQuestions(entries);
  for (const [index, entry] of entries.entries()) {
    if (failed.has(entry.id)) continue;
    const from = {
      origin: originOf(entry),
      ...(entry.imported !== undefined && { imported: true }),
    };
    switch (entry.type) {
      case "message":
        // Only reasoning arrived; providers refuse an answer without text.
        if (entry.content === "" && entry.role === "assistant" && entries[index + 1]?.type !== "tool_use")
          break;
        pushFor(entry, () => ({
          id: entry.id,
          role: entry.role,
          content: entry.content,
          ...(entry.pictures && { pictures: entry.pictures }),
          ...(entry.cut && { cut: entry.cut }),
          ...from,
        }));
        break;
      case "summary":
        pushFor(entry, () => ({
          id: entry.id,
          role: "user",
          content: entry.content,
          summary: true,
          ...from,
        }));
        break;
      case "tool_result":
        pushFor(entry, () => ({
          id: entry.id,
          role: "tool",
          content: entry.content,
          toolCallId: entry.toolUseId,
          ...from,
        }));
        break;
      case "tool_use": {
        if (entries[index - 1]?.type === "tool_use") break;
        const calls = callsFrom(entries, index);
        const answer = messages.at(-1)?.role === "assistant" ? messages.pop() : undefined;
        push({
          ...(answer ?? { id: `${entry.id}:call`, role: "assistant", content: "", ...from }),
          toolCalls: calls,
        });
        for (const { id } of calls) if (!answered.has(id)) push(unanswered(id));
        break;
      }
      case "compaction":
        break;
    }
  }
  return messages;
};

const plain = new WeakMap<SessionEntry, SessionMessage>();

/**
 * Questions that got no word for an answer: sent again they would only be asked twice. The newest one is the
 * one that is asked.
 */
const failedQuestions = (entries: readonly SessionEntry[]): ReadonlySet<string> => {
  const failed = entries.flatMap((entry, index) => {
    const asked = entries[index - 1];
    const isWordless =
      entry.type === "message" && entry.role === "assistant" && entry.content === "" && entry.ending;
    return isWordless && asked?.type === "message" && asked.role === "user" ? [asked.id] : [];
  });
  return new Set(failed);
};

/** The calls that were made together, starting with this one. */
const callsFrom = (entries: readonly SessionEntry[], start: number) => {
  const end = entries.findIndex((entry, index) => index > start && entry.type !== "tool_use");
  return entries
    .slice(start, end < 0 ? undefined : end)
    .filter((entry): entry is ToolUseEntry => entry.type === "tool_use")
    .map(({ id, name, args }) => ({ id, name, args }));
};

const unanswered = (id: string): SessionMessage => ({
  id: `${id}:unanswered`,
  role: "tool",
  content: "This call was interrupted and has no result.",
  toolCallId: id,
  origin: "tool",
});
