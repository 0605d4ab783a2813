// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from "@testing-library/react";
import type { ReactElement } from "react";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { MessageEntry } from "#shared/model/session-entry.ts";
import { type ChatActions, ChatActionsContext } from "./chat-actions.ts";
import { MessageList } from "./message-list.tsx";
import { OwnMessage } from "./own-message.tsx";
import type { Row } from "./rows.ts";

// There is no layout here that it could measure.
vi.mock("virtua", () => ({
  Virtualizer: ({ data, children }: { data: readonly Row[]; children: (row: Row) => ReactElement }) =>
    data.map(children),
}));

const resized = new Set<() => void>();
beforeEach(() => {
  resized.clear();
  vi.stubGlobal(
    "ResizeObserver",
    class {
      constructor(tell: (changes: readonly object[]) => void) {
        resized.add(() => tell([]));
      }
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  );
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});

const entry: MessageEntry = {
  type: "message",
  id: "q",
  parentId: null,
  timestamp: "2026-11-16T05:00:00Z",
  role: "user",
  content: "When is the bread ready?",
};
const rows: readonly Row[] = [
  { kind: "own", key: "q", entry },
  { kind: "no-answer", key: "no-answer" },
];

/** Where a list at its end is scrolled to, after something was done and it became taller. */
const topAfter = (doing: () => void): number => {
  render(
    <ChatActionsContext value={{} as ChatActions}>
      <MessageList rows={rows}>
        {(row) =>
          row.kind === "own" && (
            <OwnMessage entry={row.entry} versions={undefined} pinned={false} busy={false} />
          )
        }
      </MessageList>
    </ChatActionsContext>,
  );
  const list = screen.getByRole("log");
  let height = 1_000;
  Object.defineProperty(list, "scrollHeight", { get: () => height });
  list.scrollTop = 600;
  doing();
  height = 1_100;
  act(() => {
    for (const tell of resized) tell();
  });
  return list.scrollTop;
};

it("follows the end as it grows", () => {
  expect(topAfter(() => {})).toBe(1_100);
});

it("stays where a message is edited, whose field would otherwise leave the view", () => {
  expect(topAfter(() => fireEvent.click(screen.getByRole("button", { name: "Edit" })))).toBe(600);
});
