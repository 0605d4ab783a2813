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
  const home = folderWith({});
  const places = { path: programs(), home };
  for (const { file, text } of connectSnippets(folder)) {
    const place = file.startsWith("~/") ? join(home, file.slice(2)) : join(folder, file);
    mkdirSync(dirname(place), { recursive: true });
    writeFileSync(place, text);
  }
  const found = await checkConnections(folder, places);
  expect(found.map(({ program, status }) => [program, status])).toEqual(
    connectSnippets(folder).map(({ program }) => [program, "ok"]),
  );
  expect(found[0]?.detail).toBe("Connected by .mcp.json. No hook for new sessions.");
  writeFileSync(join(folder, ".mcp.json"), `// mine\n${connectSnippets(folder)[0]?.text ?? ""}`);
  mkdirSync(join(folder, ".claude"));
  writeFileSync(join(folder, ".claude/settings.json"), connectSnippets(folder)[0]?.hook?.text ?? "");
  const [claude, codex] = await checkConnections(folder, places);
  expect(codex?.detail).toBe("Connected by ~/.codex/config.toml. No hook for new sessions.");
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
  const [found] = await checkConnections(folderWith({ ".mcp.json": text }), {
    path: programs(),
    home: folderWith({}),
  });
  expect(found).toMatchObject({ program: "claude-code", status: "warning" });
  expect(found?.detail).toContain(said);
});

it("says nothing of settings that do not name it, and follows no link", async () => {
  const other = folderWith({ "mcp.json": entry("satchel", ["mcp"]) });
  const folder = folderWith({ "opencode.json": '{"mcp":{}}' });
  symlinkSync(join(other, "mcp.json"), join(folder, ".mcp.json"));
  symlinkSync(other, join(folder, ".cursor"));
  expect(await checkConnections(folder, { path: programs(), home: folderWith({}) })).toEqual([]);
});

it("looks into the home folder only where it may, and says that it did not", async () => {
  const folder = folderWith({});
  const home = folderWith({
    ".codex/config.toml": `model = "x"\n[mcp_servers.satchel] # mine\ncommand = "satchel"\nargs = ["mcp", "--project", "/elsewhere"]\n[mcp_servers.other]\ncommand = "other"\n`,
  });
  const path = programs();
  expect(await checkConnections(folder, { path, home: null })).toMatchObject([
    { program: "codex", status: "absent", detail: expect.stringContaining("after you allow it") as string },
  ]);
  const [found] = await checkConnections(folder, { path, home });
  expect(found).toMatchObject({ program: "codex", status: "warning" });
  expect(found?.detail).toContain("serves /elsewhere");
});
