import { execFileSync } from "node:child_process";
import { expect, it } from "vitest";
import { connectSnippets } from "./connect-snippet.ts";

const folder = '/home/ann/it\'s a "bakery" $HOME';

it("names the project's folder in every text so that it is read back unchanged", () => {
  for (const { file, text } of connectSnippets(folder)) {
    const read = file.endsWith(".toml") ? text : JSON.stringify(JSON.parse(text));
    expect(read).toContain(JSON.stringify(folder));
  }
});

it.skipIf(process.platform === "win32")("hands the folder to a hook's command as one word", () => {
  const hooks = connectSnippets(folder).flatMap(({ hook }) => (hook ? [hook.text] : []));
  expect(hooks).toHaveLength(3);
  for (const text of hooks) {
    const parsed = JSON.parse(text) as { hooks: { SessionStart: { hooks: { command: string }[] }[] } };
    const command = parsed.hooks.SessionStart[0]?.hooks[0]?.command ?? "";
    const said = execFileSync("sh", ["-c", `satchel() { printf '%s\\n' "$@"; }; ${command}`], {
      encoding: "utf8",
    });
    expect(said).toBe(`mcp\n--session-start\n--project\n${folder}\n`);
  }
});
