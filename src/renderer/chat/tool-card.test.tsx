// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
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

it("opens the conversation of an agent that was asked, and takes no other result for one", () => {
  const opened: string[] = [];
  const card = (name: string, content: string) => {
    cleanup();
    const args = { agent: "kim", task: "Look at the oven." };
    const common = { id: "1", parentId: null, timestamp: "" };
    const openSession = (session: string) => void opened.push(session);
    render(
      <ChatActionsContext value={{ openSession } as Partial<ChatActions> as ChatActions}>
        <ToolCard
          use={{ ...common, type: "tool_use", name, args }}
          result={{ ...common, type: "tool_result", toolUseId: "1", content }}
          waits={false}
          busy={false}
        />
      </ChatActionsContext>,
    );
    return screen.queryByRole("button", { name: "Open the conversation of kim" });
  };
  const content = "Answer of kim (session 12-ab).\n\nIt is hot.";
  expect(card("read_file", content)).toBeNull();
  expect(card("delegate", `kim said: ${content}`)).toBeNull();
  const link = card("delegate", content);
  expect(document.body.textContent).toContain("Asked kim: Look at the oven.");
  if (link) fireEvent.click(link);
  expect(opened).toEqual(["12-ab"]);
});
