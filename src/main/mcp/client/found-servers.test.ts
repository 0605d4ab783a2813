import { mkdtempSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { put } from "../../workspace/test-workspace.ts";
import { foundDraft, foundServers } from "./found-servers.ts";

const folder = (files: Readonly<Record<string, string>>): string => {
  const made = mkdtempSync(join(tmpdir(), "satchel-found-"));
  put(made, files);
  return made;
};

it("lists the servers of other programs with what would run, and never a value", async () => {
  const home = folder({
    ".cursor/mcp.json": JSON.stringify({
      mcpServers: {
        "My Files": { command: "npx", args: ["-y", "files", "/srv"], env: { TOKEN: "very-secret" } },
      },
    }),
    ".config/Code/User/mcp.json": `{
      // the newest
      "servers": { "web": { "type": "http", "url": "https://tools.example/mcp", "headers": { "X-Key": "hush" }, }, },
    }`,
  });
  const project = folder({ ".mcp.json": JSON.stringify({ mcpServers: { theirs: { command: "make" } } }) });
  const found = await foundServers({ home, project }, ["web"]);
  expect(JSON.stringify(found)).not.toMatch(/very-secret|hush/);
  expect(found).toEqual([
    expect.objectContaining({
      program: "Cursor",
      file: "~/.cursor/mcp.json",
      id: "my-files",
      command: "npx",
      args: ["-y", "files", "/srv"],
      secrets: ["TOKEN"],
      inProject: false,
      taken: false,
      problem: null,
    }),
    expect.objectContaining({ id: "web", url: "https://tools.example/mcp", secrets: ["X-Key"], taken: true }),
    expect.objectContaining({ id: "theirs", command: "make", file: ".mcp.json", inProject: true }),
  ]);
  expect(await foundDraft({ home, project }, "~/.cursor/mcp.json", "My Files")).toMatchObject({
    id: "my-files",
    env: { TOKEN: "very-secret" },
  });
});

it("says why a server cannot be taken over, and reads no file that is not one", async () => {
  const home = folder({
    ".claude.json": JSON.stringify({
      mcpServers: {
        empty: {},
        asks: { command: "npx", env: { KEY: "${input:key}" } },
        odd: { command: "x", env: { N: 7 } },
        half: { command: "x", args: ["a", 7] },
        long: { command: "x".repeat(5000) },
        many: {
          command: "x",
          env: Object.fromEntries(Array.from({ length: 101 }, (_, at) => [`A${at}`, "1"])),
        },
      },
    }),
    ".gemini/settings.json": "[not json",
    ".lmstudio/mcp.json": JSON.stringify({ mcpServers: "none" }),
  });
  const found = await foundServers({ home, project: null }, []);
  expect(found.map(({ name, problem }) => [name, problem])).toEqual([
    ["empty", "It has no command and no address."],
    ["asks", "It has placeholders that only that program fills in. Add it by hand."],
    ["odd", "It is written in a way that cannot be read."],
    ["half", "It is written in a way that cannot be read."],
    ["long", "It is written in a way that cannot be read."],
    ["many", "It has more than 100 variables or headers."],
  ]);
  await expect(foundDraft({ home, project: null }, "~/.claude.json", "asks")).rejects.toMatchObject({
    code: "mcp-not-found",
  });
});

it("follows no link out of a project", async () => {
  const outside = folder({ "mcp.json": JSON.stringify({ mcpServers: { far: { command: "x" } } }) });
  const project = folder({ "a.md": "x" });
  symlinkSync(join(outside, "mcp.json"), join(project, ".mcp.json"));
  writeFileSync(join(project, "b.md"), "");
  expect(await foundServers({ home: folder({ "x.md": "" }), project }, [])).toEqual([]);
});
