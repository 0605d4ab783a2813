import { expect, it } from "vitest";
import type { SessionEntry } from "#shared/model/session-entry.ts";
import { entryOrigin } from "./entry-origin.ts";
import { toMessages } from "./to-messages.ts";

const origin = (entry: SessionEntry) => entryOrigin(entry, "main");
const line = { parentId: null, timestamp: "" };
const asked: SessionEntry = { ...line, type: "message", id: "u", role: "user", content: "Look" };
const answer: SessionEntry = { ...line, type: "message", id: "a", role: "assistant", content: "Yes" };
const use = (id: string): SessionEntry => ({
  ...line,
  type: "tool_use",
  id,
  name: "read_file",
  args: { path: id },
});
const result = (id: string): SessionEntry => ({
  ...line,
  type: "tool_result",
  id: `${id}-result`,
  toolUseId: id,
  content: `text of ${id}`,
});

it("combines an answer and its calls into one message, followed by the results", () => {
  const messages = toMessages(
    [asked, answer, use("x"), use("y"), result("x"), result("y")],
    new Set(),
    origin,
  );
  expect(messages.map(({ role }) => role)).toEqual(["user", "assistant", "tool", "tool"]);
  expect(messages[1]?.toolCalls?.map(({ id }) => id)).toEqual(["x", "y"]);
});

it("adds a result for a call that a crash left without one", () => {
  const messages = toMessages([asked, answer, use("x"), use("y"), result("y")], new Set(), origin);
  expect(messages.slice(2).map(({ toolCallId }) => toolCallId)).toEqual(["x", "y"]);
});

it("turns calls without text into an empty answer, and marks pinned messages", () => {
  const messages = toMessages([asked, use("x"), result("x")], new Set(["u"]), origin);
  expect(messages[0]?.pinned).toBe(true);
  expect(messages[1]).toMatchObject({ role: "assistant", content: "", toolCalls: [{ id: "x" }] });
});

it("omits an answer without any text, and sends no reasoning", () => {
  const thought: SessionEntry = {
    ...line,
    type: "message",
    id: "t",
    role: "assistant",
    content: "",
    reasoning: "Hm",
  };
  const thoughtful: SessionEntry = { ...answer, reasoning: "Hm" };
  expect(toMessages([asked, thought], new Set(), origin).map(({ id }) => id)).toEqual(["u"]);
  expect(toMessages([asked, thought, use("x"), result("x")], new Set(), origin)[1]).toMatchObject({
    id: "t",
    content: "",
  });
  expect(JSON.stringify(toMessages([asked, thoughtful], new Set(), origin))).not.toContain("Hm");
});
