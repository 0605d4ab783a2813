// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { MessageEntry } from "#shared/model/session-entry.ts";
import { Answer } from "./answer.tsx";
import { type ChatActions, ChatActionsContext } from "./chat-actions.ts";

afterEach(cleanup);

const entry: MessageEntry = {
  type: "message",
  id: "a",
  parentId: "q",
  timestamp: "2026-11-16T05:00:00Z",
  role: "assistant",
  content: "one and",
};

const note = (changes: Partial<MessageEntry>, last: boolean) => {
  cleanup();
  const place = { agent: "Juno", versions: undefined, pinned: false, turn: "q", question: null, busy: false };
  render(
    <ChatActionsContext value={{} as ChatActions}>
      <Answer entry={{ ...entry, ...changes }} last={last} {...place} />
    </ChatActionsContext>,
  );
  return screen.queryByLabelText("How the answer ended")?.textContent ?? null;
};

it("says for good that an answer was stopped, also when others came after it", () => {
  expect(note({ interrupted: true }, false)).toBe("The answer was stopped.");
  // At the end of the conversation a row with what can be done says so.
  expect(note({ interrupted: true }, true)).toBeNull();
  expect(note({}, false)).toBeNull();
});

it("says of a question without a word of answer that later messages are sent without it", () => {
  const failed = { kind: "failed", message: "The server is down." } as const;
  expect(note({ content: "", ending: failed }, false)).toContain("are sent without this question.");
  expect(note({ content: "", ending: failed }, true)).not.toContain("are sent without");
  expect(note({ ending: { kind: "length" } }, false)).toContain("cut at the length limit");
});
