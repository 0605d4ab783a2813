import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import type { Message } from "#shared/model/manifest.ts";
import { applyHistoryRule, historyUnits, messageChars } from "./history-rules.ts";

const user = (content: string): Message => ({ role: "user", content });
const assistant = (content: string): Message => ({ role: "assistant", content });
const call = (...ids: string[]): Message => ({
  role: "assistant",
  content: "",
  toolCalls: ids.map((id) => ({ id, name: "read_file", args: {} })),
});
const result = (id: string, content = ""): Message => ({ role: "tool", content, toolCallId: id });

const kept = (messages: readonly Message[], rule: Parameters<typeof applyHistoryRule>[1]) =>
  applyHistoryRule(messages, rule).flatMap((verdict, index) => (verdict === null ? [index] : []));

describe("history", () => {
  it("keeps the last 32 messages", () => {
    const messages = Array.from({ length: 40 }, (_, index) => (index % 2 ? assistant("a") : user("u")));
    expect(kept(messages, { lastMessages: 32 })).toEqual(Array.from({ length: 32 }, (_, index) => index + 8));
  });

  it("then drops the oldest until the characters fit", () => {
    const messages = [user("a".repeat(10)), assistant("b".repeat(10)), user("c".repeat(10))];
    expect(kept(messages, { lastMessages: 32, maxChars: 20 })).toEqual([1, 2]);
    expect(applyHistoryRule(messages, { lastMessages: 2, maxChars: 15 })).toEqual([
      "last-messages",
      "max-chars",
      null,
    ]);
  });

  it("always keeps the newest user message, however long or old it is", () => {
    expect(kept([user("old"), user("x".repeat(99))], { maxChars: 10 })).toEqual([1]);
    expect(kept([user("q"), call("1"), result("1"), call("2"), result("2")], { lastMessages: 3 })).toEqual([
      0, 3, 4,
    ]);
  });

  it("keeps everything without a rule", () => {
    expect(kept([user("a"), assistant("b")], {})).toEqual([0, 1]);
  });

  it("puts a tool call and all its results into one unit", () => {
    const messages = [
      user("q"),
      call("1", "2"),
      result("1"),
      result("2"),
      result("stray"),
      assistant("done"),
    ];
    expect(historyUnits(messages)).toEqual([[0], [1, 2, 3], [4], [5]]);
  });

  it("counts the arguments of tool calls", () => {
    expect(messageChars(call("1"))).toBe("read_file".length + 2);
  });

  it("never separates a tool call from its results and never passes its limits", () => {
    const turn = fc.oneof(
      fc.string({ maxLength: 20 }).map((text) => [user(text)]),
      fc.string({ maxLength: 20 }).map((text) => [assistant(text)]),
      fc
        .uniqueArray(fc.uuid(), { minLength: 1, maxLength: 3 })
        .map((ids) => [call(...ids)].concat(ids.map((id) => result(id, "r")))),
    );
    fc.assert(
      fc.property(fc.array(turn), fc.nat(12), fc.nat(100), (turns, lastMessages, maxChars) => {
        const messages = turns.flat();
        const stays = new Set(kept(messages, { lastMessages, maxChars }));
        for (const unit of historyUnits(messages))
          expect(new Set(unit.map((index) => stays.has(index))).size).toBe(1);
        const newest = messages.findLastIndex((message) => message.role === "user");
        expect(newest === -1 || stays.has(newest)).toBe(true);
        const onlyNewest = [...stays].every((index) => index === newest);
        const chars = [...stays].reduce((sum, index) => sum + messageChars(messages[index]), 0);
        expect(onlyNewest || (stays.size <= lastMessages && chars <= maxChars)).toBe(true);
      }),
    );
  });
});
