import { chmodSync, mkdirSync, mkdtempSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { expect, it } from "vitest";
import { connectSnippets } from "#shared/model/connect-snippet.ts";
import { checkConnections } from "./check-connections.ts";

const folderWith = (files: Readonly<Record<string, string>>): string => {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "satchel-connections-")));
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  return folder;
};

/** A folder of programs with an executable `satchel`. */
const programs = () => {
  const folder = folderWith({ satchel: "#!/bin/sh\n", "satchel.cmd": "" });
  chmodSync(join(folder, "satchel"), 0o755);
  return folder;
};

it("finds every program that was connected with the text of Connect", async () => {
  const folder = folderWith({});
  const inFolder = connectSnippets(folder).filter(({ file }) => !file.startsWith("~"));
  for (const { file, text } of inFolder) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    writeFileSync(join(folder, file), text);
  }
  const found = await checkConnections(folder, programs());
  expect(found.map(({ program, status }) => [program, status])).toEqual(
    inFolder.map(({ program }) => [program, "ok"]),
  );
  expect(found[0]?.detail).toBe("Connected by .mcp.json. No hook for new sessions.");
  writeFileSync(join(folder, ".mcp.json"), `// mine\n${connectSnippets(folder)[0]?.text ?? ""}`);
  mkdirSync(join(folder, ".claude"));
  writeFileSync(join(folder, ".claude/settings.json"), connectSnippets(folder)[0]?.hook?.text ?? "");
  const [claude] = await checkConnections(folder, programs());
  expect(claude?.detail).toBe("Connected by .mcp.json. Sessions start with its context.");
});

const entry = (command: string, args: readonly string[]) =>
  JSON.stringify({ mcpServers: { satchel: { command, args } } });

it.each([
  ["a different folder", entry("satchel", ["mcp", "--project", "/elsewhere"]), "serves /elsewhere"],
  ["no folder", entry("satchel", ["mcp"]), "names no folder"],
  ["no command of that name", entry("satchel-old", ["mcp", "--project", "."]), "satchel-old was not found"],
  ["another command", entry("satchel", ["serve"]), "does not run `satchel mcp`"],
  ["a broken file", '{"mcpServers": {"satchel": ', "cannot be read"],
])("says what is wrong with an entry that has %s", async (_, text, said) => {
  const [found] = await checkConnections(folderWith({ ".mcp.json": text }), programs());
  expect(found).toMatchObject({ program: "claude-code", status: "warning" });
  expect(found?.detail).toContain(said);
});

it("says nothing of settings that do not name it, and follows no link", async () => {
  const other = folderWith({ "mcp.json": entry("satchel", ["mcp"]) });
  const folder = folderWith({ "opencode.json": '{"mcp":{}}' });
  symlinkSync(join(other, "mcp.json"), join(folder, ".mcp.json"));
  symlinkSync(other, join(folder, ".cursor"));
  expect(await checkConnections(folder, programs())).toEqual([]);
});
