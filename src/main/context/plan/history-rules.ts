import type { Message } from "#shared/model/manifest.ts";

/** How much of a session's history a profile sends. A rule that is absent does not limit. */
export type HistoryRule = {
  readonly lastMessages?: number;
  /** Limit for the UTF-16 units of all messages that stay. */
  readonly maxChars?: number;
};

/** For each message, in order: null when it stays, else the rule that dropped it. */
export type HistoryVerdict = "last-messages" | "max-chars" | null;

/**
 * Keeps the last N messages, then drops the oldest until the characters fit. The newest user message always stays,
 * and counts. A tool call and its results stay or go together, so fewer than N may remain.
 */
export const applyHistoryRule = (
  messages: readonly Message[],
  rule: HistoryRule,
): readonly HistoryVerdict[] => {
  const verdicts: HistoryVerdict[] = messages.map(() => null);
  if (rule.lastMessages === undefined && rule.maxChars === undefined) return verdicts;
  const newestUser = messages.findLastIndex((message) => message.role === "user");
  const units = historyUnits(messages);
  const droppable = units.filter((unit) => !unit.includes(newestUser));

  const dropWhile = (verdict: HistoryVerdict, size: (index: number) => number, limit: number | undefined) => {
    if (limit === undefined) return;
    let total = sum(messages.keys(), (index) => (verdicts[index] === null ? size(index) : 0));
    for (const unit of droppable) {
      if (total <= limit) return;
      for (const index of unit) {
        if (verdicts[index] !== null) continue;
        verdicts[index] = verdict;
        total -= size(index);
      }
    }
  };

  dropWhile("last-messages", () => 1, rule.lastMessages);
  dropWhile("max-chars", (index) => messageChars(messages[index]), rule.maxChars);
  return verdicts;
};

/** Indices of messages that stay or go together: one message, or an assistant's tool calls with their results. */
export const historyUnits = (messages: readonly Message[]): readonly (readonly number[])[] => {
  const units: number[][] = [];
  const unitOfCall = new Map<string, number[]>();
  for (const [index, message] of messages.entries()) {
    const answered = message.toolCallId === undefined ? undefined : unitOfCall.get(message.toolCallId);
    if (message.role === "tool" && answered) {
      answered.push(index);
      continue;
    }
    const unit = [index];
    units.push(unit);
    for (const call of message.toolCalls ?? []) unitOfCall.set(call.id, unit);
  }
  return units;
};

/** Content, and the names and arguments of tool calls: all of it is sent. */
export const messageChars = (message: Message | undefined): number =>
  (message?.content.length ?? 0) +
  sum(message?.toolCalls ?? [], (call) => call.name.length + (JSON.stringify(call.args)?.length ?? 0));

const sum = <T>(items: Iterable<T>, size: (item: T) => number): number => {
  let total = 0;
  for (const item of items) total += size(item);
  return total;
};
