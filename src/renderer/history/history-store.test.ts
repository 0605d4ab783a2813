import { expect, it } from "vitest";
import { workspacesOf } from "./history-store.ts";

const agent = (id: string, workspace: string, enabled: boolean) => ({
  id,
  workspace,
  workspaceGit: { enabled },
});

it("shows a shared workspace once, with the agent that keeps its history", () => {
  expect(
    workspacesOf([
      agent("counter", "workspace", false),
      agent("juno", "workspace", true),
      agent("k", "k", false),
    ]),
  ).toEqual([
    { agent: "juno", folder: "workspace", enabled: true },
    { agent: "k", folder: "k", enabled: false },
  ]);
});
