// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { ApprovalRequest } from "#shared/contract/chat.ts";
import { ApprovalCard } from "./approval-card.tsx";
import { type ChatActions, ChatActionsContext } from "./chat-actions.ts";

afterEach(cleanup);

const show = (request: Partial<ApprovalRequest>) =>
  render(
    <ChatActionsContext value={{} as ChatActions}>
      <ApprovalCard
        request={{
          id: "1",
          session: "s",
          agent: "main",
          tool: "write_file",
          args: {},
          change: null,
          secret: null,
          always: null,
          ...request,
        }}
      />
    </ChatActionsContext>,
  );
const words = () => screen.getByRole("region").textContent;

it("shows the name of the file apart and its whole path, however long", () => {
  const path = `workspace/notes/weekly/a-summary-${"x".repeat(200)}/.husky/pre-commit`;
  show({ change: { path, before: null, after: "x" } });
  expect(screen.getByRole("banner").textContent).toContain("pre-commit");
  expect(words()).toContain(path);
});

it("shows characters that reorder or hide by their number, in the path and in the difference", () => {
  const path = "report-\u202Ecod.hs.run";
  show({ change: { path, before: "a\n", after: "if (a\u202E b)\n" } });
  expect(words()).toContain("report-<U+202E>cod.hs.run");
  expect(words()).toContain("if (a<U+202E> b)");
  expect(words()).not.toContain("\u202E");
});

it("names the secret that would be read, and offers no \u201CAlways\u201D", () => {
  show({ tool: "read_file", args: { path: "link.md" }, secret: "config/.env" });
  expect(words()).toContain("config/.env");
  expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
    "Allow once",
    "Decline",
  ]);
});

it("names the server and its tool, and offers once, always this tool and never", () => {
  show({
    tool: "mcp__files__write_file",
    always: { folder: null },
    server: { id: "files", tool: "write_file", mark: "1" },
  });
  expect(screen.getByRole("banner").textContent).toContain("files");
  expect(words()).toContain("files runs write_file");
  expect(screen.getAllByRole("button").map(({ textContent }) => textContent)).toEqual([
    "Allow once",
    "Always this tool",
    "Never",
    "Decline",
  ]);
});
