// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { MessageEntry } from "#shared/model/session-entry.ts";
import { type ChatActions, ChatActionsContext } from "./chat-actions.ts";
import { OwnMessage } from "./own-message.tsx";

afterEach(cleanup);

const entry: MessageEntry = {
  type: "message",
  id: "q",
  parentId: null,
  timestamp: "2026-11-16T05:00:00Z",
  role: "user",
  content: "When is the bread ready?",
};

const show = () => {
  cleanup();
  render(
    <ChatActionsContext value={{} as ChatActions}>
      <OwnMessage entry={entry} versions={undefined} pinned={false} busy={false} />
    </ChatActionsContext>,
  );
};
const field = () => screen.queryByRole("textbox", { name: "Edit your message" });

it("keeps what was typed into an edited message when its row scrolls out of view and comes back", () => {
  show();
  fireEvent.click(screen.getByRole("button", { name: "Edit" }));
  const typed = "When is the rye ready?";
  expect(document.activeElement).toBe(field());
  fireEvent.change(screen.getByRole("textbox", { name: "Edit your message" }), { target: { value: typed } });
  show();
  expect(field()).toHaveProperty("value", typed);
  expect(document.activeElement).not.toBe(field());
  fireEvent.click(screen.getByRole("button", { name: "Cancel" }));
  show();
  expect(field()).toBeNull();
});
