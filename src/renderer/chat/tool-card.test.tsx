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
      <ToolCard use={use} result={null} waits={false} busy={false} />
    </ChatActionsContext>,
  );
  expect(screen.getByRole("button").textContent).toContain(name);
});

it("says that a call waits for an answer, and that one was declined, which is no failure", () => {
  const use = {
    type: "tool_use",
    id: "1",
    parentId: null,
    timestamp: "",
    name: "write_file",
    args: { path: "a.md", text: "one\ntwo\nthree\n" },
  } as const;
  const result = { type: "tool_result", id: "2", parentId: "1", timestamp: "", toolUseId: "1" } as const;
  const card = (props: Pick<Parameters<typeof ToolCard>[0], "result" | "waits">) => {
    cleanup();
    const { container } = render(
      <ChatActionsContext value={{} as ChatActions}>
        <ToolCard use={use} busy {...props} />
      </ChatActionsContext>,
    );
    return { text: container.textContent, isFailed: container.querySelector("[data-failed]") !== null };
  };
  expect(card({ result: null, waits: true }).text).toContain("waiting");
  const declined = { ...result, content: "No.", isError: true, declined: true };
  expect(card({ result: declined, waits: false })).toEqual({
    text: expect.stringContaining("declined"),
    isFailed: false,
  });
  expect(card({ result: { ...result, content: "No.", isError: true }, waits: false }).isFailed).toBe(true);
  expect(card({ result: { ...result, content: "Wrote it." }, waits: false }).text).toContain("3 lines");
});
