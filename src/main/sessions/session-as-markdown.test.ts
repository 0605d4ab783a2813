import { expect, it } from "vitest";
import type { SessionEntry } from "#shared/model/session-entry.ts";
import { conversationName, sessionAsMarkdown } from "./session-as-markdown.ts";

const session = {
  id: "s",
  agent: "juno",
  title: "How much flour for Monday?",
  summary: "",
  kind: "main",
  createdAt: "2026-11-16T23:30:00.000Z",
  updatedAt: "",
  pinned: false,
  archived: false,
  messages: 2,
  choice: {},
  labels: [],
};
const names = {
  agents: new Map([
    ["juno", "Juno"],
    ["otto", "Otto"],
  ]),
  timeZone: "Europe/Vienna",
};
const line = { parentId: null, timestamp: "2026-11-17T10:00:00.000Z" };

it("reads well: names, local times, attached files as links, endings in words", () => {
  const entries: SessionEntry[] = [
    {
      ...line,
      id: "1",
      type: "message",
      role: "user",
      content:
        '<file path="workspace/my prices.md">\nWhite 1.20\n</file>\n\n<file path="notes.txt">\nx\n</file>\n\nHow much?',
      attachments: ["workspace/my prices.md"],
    },
    { ...line, id: "2", type: "message", role: "assistant", content: "Ten sacks.", model: "tiny" },
    {
      ...line,
      id: "3",
      type: "message",
      role: "assistant",
      agent: "otto",
      content: "Or elev",
      ending: { kind: "length" },
    },
  ];
  expect(sessionAsMarkdown(session, entries, names)).toBe(
    [
      "# How much flour for Monday?",
      "With Juno, begun on 17 November 2026, 00:30.",
      "## You, 17 November 2026, 11:00",
      "Attached: [my prices.md](<workspace/my prices.md>), notes.txt (from outside)",
      "How much?",
      "## Juno (tiny), 17 November 2026, 11:00",
      "Ten sacks.",
      "## Otto, 17 November 2026, 11:00",
      "Or elev",
      "_The answer was cut at the length limit._",
      "",
    ].join("\n\n"),
  );
});

it("says of a question that was stopped before its first word that no answer came", () => {
  const ask = (id: string, content: string): SessionEntry => ({
    ...line,
    id,
    type: "message",
    role: "user",
    content,
  });
  const text = sessionAsMarkdown(session, [ask("1", "How much?"), ask("2", "And for Tuesday?")], names);
  const heading = "## You, 17 November 2026, 11:00";
  expect(text.split("\n\n").slice(2)).toEqual([
    heading,
    "How much?",
    "_No answer came before the next message._",
    heading,
    "And for Tuesday?",
    "_No answer came before this was exported._",
    "",
  ]);
});

it.each([
  ["How much flour for Monday?", "How much flour for Monday 2026-11-17"],
  ["", "Conversation 2026-11-17"],
  ["../../etc: a/b\\c?", "etc a b c 2026-11-17"],
  ["x".repeat(300), `${"x".repeat(60)} 2026-11-17`],
  ["Čaj – und   Brötchen,", "Čaj und Brötchen 2026-11-17"],
])("names a file well: %s", (title, name) => {
  expect(conversationName({ ...session, title }, names.timeZone)).toBe(name);
});
