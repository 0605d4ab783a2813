import { spawnSync } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { temporaryProject } from "../../workspace/test-workspace.ts";
import { visible } from "./terminal.ts";

it("prints no control characters except line ends and tabs", () => {
  const asked = "\u001b]52;c;ZXZpbA==\u0007\u001b[2J\u009b1m\u007f\rwiped\ta\r\nb\n";
  expect(visible(asked)).toBe("\\u001b]52;c;ZXZpbA==\\u0007\\u001b[2J\\u009b1m\\u007f\\u000dwiped\ta\r\nb\n");
});

it("keeps the value of JSON", () => {
  const value = { text: "\u009b31m \u007f 🐙 é" };
  expect(JSON.parse(visible(JSON.stringify(value)))).toEqual(value);
});

it("passes no control character of a file on to the terminal, in answers and in failures", () => {
  const project = temporaryProject({
    "workspace/AGENTS.md": "Answer.",
    "workspace/MEMORY.md": "- The oven \u001b]52;c;ZXZpbA==\u0007runs at 230 \u001b[2Jdegrees.\n",
  });
  const main = join(import.meta.dirname, "main.ts");
  const run = (...args: string[]) => {
    const data = mkdtempSync(join(tmpdir(), "satchel-terminal-"));
    const place = ["--project", project, "--data", data];
    return spawnSync(process.execPath, [main, ...args, ...place], { encoding: "utf8" });
  };
  const found = run("memory", "search", "oven");
  expect(found.stdout).toContain("runs at 230");
  const failed = run("\u001b[2Jnothing");
  expect(failed.stderr).toContain("[2Jnothing");
  // oxlint-disable-next-line no-control-regex
  for (const text of [found.stdout, failed.stderr]) expect(text).not.toMatch(/[\u001b\u0007]/);
});
