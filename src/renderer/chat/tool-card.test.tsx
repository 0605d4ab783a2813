// @vitest-environment happy-dom
import { cleanup, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { type ChatActions, ChatActionsContext } from "./chat-actions.ts";
import { ToolCard } from "./tool-card.tsx";

afterEach(cleanup);

it.each(["constructor", "__proto__", "toString"])("shows a call of a tool named %s", (name) => {
  const use = { type: "tool_use", id: "1", parentId: null, timestamp: "", name, args: {} } as const;
  render(
    <ChatActionsContext value={{} as ChatActions}>
      <ToolCard use={use} result={null} busy={false} />
    </ChatActionsContext>,
  );
  expect(screen.getByRole("button").textContent).toContain(name);
});
