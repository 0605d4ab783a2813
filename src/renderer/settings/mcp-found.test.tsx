// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import type { FoundMcpServer } from "#shared/contract/mcp.ts";
import { McpFound } from "./mcp-found.tsx";

afterEach(cleanup);

const files: FoundMcpServer = {
  program: "Cursor",
  file: "~/.cursor/mcp.json",
  inProject: false,
  name: "My Files",
  id: "my-files",
  command: "npx",
  args: ["-y", "files\u202E"],
  url: null,
  secrets: ["TOKEN"],
  taken: false,
  problem: null,
};

it("reads nothing before the user says so, shows each command, and adds what was picked", async () => {
  const done: string[] = [];
  render(
    <McpFound
      onFind={async () => {
        done.push("read");
        return [files, { ...files, name: "other", command: "make", args: [], taken: true }];
      }}
      onTake={async ({ name }) => void done.push(name)}
      onClose={() => done.push("closed")}
    />,
  );
  expect(done).toEqual([]);
  fireEvent.click(screen.getByRole("button", { name: "Read these files" }));
  const box = await screen.findByRole("checkbox", { name: /My Files/ });
  expect(screen.getByRole("group").textContent).toContain('npx -y "files<U+202E>"');
  expect(screen.getByRole("checkbox", { name: /other/ })).toHaveProperty("disabled", true);
  expect(done).toEqual(["read"]);
  fireEvent.click(box);
  fireEvent.click(screen.getByRole("button", { name: "Add 1 server" }));
  await expect.poll(() => done).toEqual(["read", "My Files", "closed"]);
});
