import { mkdirSync, mkdtempSync, readdirSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { beforeEach, expect, it } from "vitest";
import type { Terminal } from "./terminal.ts";
import { xray } from "./xray.ts";

let folder: string;
const put = (path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};
const run = async (...args: string[]) => {
  let out = "";
  const terminal = {
    out: async (text: string) => void (out += text),
    err: () => {},
    stop: new AbortController().signal,
  } as unknown as Terminal;
  const code = await xray.run([folder, ...args], terminal);
  return { code, out };
};

beforeEach(() => {
  folder = realpathSync(mkdtempSync(join(tmpdir(), "satchel-cli-xray-")));
  put(".git/HEAD", "ref: refs/heads/main\n");
  put("AGENTS.md", "Say what you mean.\n".repeat(2_000));
  put("packages/api/AGENTS.md", "Answer in JSON.\n");
});

it("names file, line and rule, fails only for the kinds it is told, and creates nothing", async () => {
  const found = await run("--cwd", "packages/api", "--reader", "codex", "--fail-on", "cut,hidden");
  expect(found.code).toBe(1);
  expect(found.out).toContain("AGENTS.md:1725  Codex reads AGENTS.md up to line 1,725; the rest is cut.");
  expect(found.out).toContain("project_doc_max_bytes (32,768) is one limit");
  expect(found.out).toContain(
    "packages/api/AGENTS.md:1  Codex does not read packages/api/AGENTS.md: the limit is spent",
  );
  expect((await run("--reader", "codex", "--fail-on", "hidden")).code).toBe(0);
  expect((await run("--reader", "zed", "--fail-on", "cut")).code).toBe(0);
  expect(
    readdirSync(folder, { recursive: true })
      .map(String)
      .toSorted((a, b) => (a < b ? -1 : 1)),
  ).toEqual([".git", ".git/HEAD", "AGENTS.md", "packages", "packages/api", "packages/api/AGENTS.md"]);
});

it("prints JSON and SARIF with the place and the rule of each finding", async () => {
  const json = JSON.parse((await run("--json", "--reader", "codex")).out) as { columns: { max: number }[] };
  expect(json.columns[0]?.max).toBe(32_768);
  const sarif = JSON.parse((await run("--sarif", "--reader", "codex")).out) as {
    version: string;
    runs: { results: { ruleId: string; level: string; locations: unknown[] }[] }[];
  };
  expect(sarif.version).toBe("2.1.0");
  expect(sarif.runs[0]?.results[0]).toMatchObject({
    ruleId: "codex/budget",
    level: "error",
    locations: [
      { physicalLocation: { artifactLocation: { uri: "AGENTS.md" }, region: { startLine: 1_725 } } },
    ],
  });
});

it("estimates a file that was read in part as a whole, and takes no limit that no program can count", async () => {
  put("AGENTS.md", "Say what you mean.\n".repeat(165_000));
  put(".codex/config.toml", "project_doc_max_bytes = 99999999999999999999999\n");
  const { out } = await run("--json", "--reader", "codex,zed");
  const { columns } = JSON.parse(out) as { columns: { reader: string; max: number; tokens: number }[] };
  expect(columns.find(({ reader }) => reader === "codex")?.max).toBe(32_768);
  const tokens = columns.find(({ reader }) => reader === "zed")?.tokens ?? 0;
  expect(tokens).toBeGreaterThan(165_000 * 4);
  expect(tokens).toBeLessThan(165_000 * 8);
});

it("refuses what it does not know", async () => {
  await expect(run("--reader", "nobody")).rejects.toThrow("--reader takes one of codex");
  await expect(run("--fail-on", "anything")).rejects.toThrow("--fail-on takes one of cut");
  await expect(run("--cwd", "../..")).rejects.toThrow("--cwd must be inside");
});
