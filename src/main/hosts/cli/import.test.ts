import { mkdirSync, mkdtempSync, readFileSync, realpathSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Readable } from "node:stream";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { ImportPlan, ImportReport } from "#shared/model/import-plan.ts";
import { UsageError } from "./command.ts";
import { importCommand } from "./import.ts";
import type { Terminal } from "./terminal.ts";

const temp = () => realpathSync(mkdtempSync(join(tmpdir(), "satchel-cli-import-")));
const sample = (path: string) => join(import.meta.dirname, "../../importers/samples", path);
let project: string;
let data: string;

beforeEach(() => {
  [project, data] = [temp(), temp()];
  mkdirSync(join(project, "workspace"), { recursive: true });
  writeFileSync(join(project, "workspace/AGENTS.md"), "Work.");
});

const satchel = async (args: readonly string[], input = "") => {
  let out = "";
  const terminal = {
    out: async (text: string) => void (out += text),
    err: () => {},
    input: Readable.from([input]),
    stop: new AbortController().signal,
  } as unknown as Terminal;
  const code = await importCommand.run([...args, "--project", project, "--data", data], terminal);
  return { code, out };
};
const memory = () => readFileSync(join(project, "workspace/MEMORY.md"), "utf8");

it("shows what an import would do, does it, lists it, and undoes it", async () => {
  const shown = await satchel([sample("chatgpt/single"), "--dry-run"]);
  expect(shown.out).toContain("single is from ChatGPT (single).");
  expect(shown.out).toContain(
    "Conversations: 3 of 3\n  + Rye starter feeding plan  (2026-01-05, 4 messages)",
  );
  expect(shown.out).toContain("Instructions, for AGENTS.md: 0 of 1");
  expect(shown.out).toMatch(/Tokens that every message would have more: layered ~?\+0/);
  expect(shown.out).toContain("Nothing was written.");
  const planned = JSON.parse(
    (await satchel([sample("chatgpt/single"), "--dry-run", "--json"])).out,
  ) as ImportPlan & {
    chosen: string[];
  };
  expect(planned.chosen).toHaveLength(6);

  const done = await satchel([sample("chatgpt/single"), "--with", "user"]);
  expect(done.out).toContain("3 new conversations\n  4 lines of memory");
  const run = /--undo (\S+)/.exec(done.out)?.[1] ?? "";
  expect(memory()).toContain("- Is allergic to hazelnuts. _(outside)_");
  expect((await satchel(["--list"])).out).toContain("3 conversations, 4 lines, 0 files");
  expect((await satchel(["--undo", run])).out).toContain("Undone: 3 conversations (in the trash), 4 lines");
  expect((await satchel(["--list"])).out).toContain("(undone)");
});

afterEach(() => vi.unstubAllEnvs());

it("finds the folders of other programs, and says when the oldest conversation goes", async () => {
  const home = temp();
  for (const name of ["HOME", "USERPROFILE"]) vi.stubEnv(name, home);
  for (const name of ["CLAUDE_CONFIG_DIR", "CODEX_HOME", "HERMES_HOME", "JAN_DATA_FOLDER"])
    vi.stubEnv(name, "");
  expect((await satchel(["--find"])).out).toBe(
    "No folder of a program that Satchel knows is in its usual place.\n",
  );
  mkdirSync(join(home, ".claude/projects/-shop"), { recursive: true });
  const talk = join(home, ".claude/projects/-shop/a.jsonl");
  writeFileSync(talk, "");
  utimesSync(talk, new Date("2026-11-01T12:00:00Z"), new Date("2026-11-01T12:00:00Z"));
  expect((await satchel(["--find"])).out).toBe(
    `Claude Code   ${join(home, ".claude")}  deletes after 30 days by itself: the oldest on 2026-12-01, unless you set it differently\n`,
  );
  expect(JSON.parse((await satchel(["--find", "--json"])).out)).toMatchObject({
    places: [{ source: "claude-code" }],
  });
});

it("takes only the kinds that are asked for", async () => {
  const { out } = await satchel([sample("chatgpt/single"), "--only", "memory", "--json"]);
  expect(JSON.parse(out) as ImportReport).toMatchObject({ sessions: { added: 0 }, lines: 3 });
});

it("refuses what it does not understand", async () => {
  await expect(satchel([])).rejects.toThrow(UsageError);
  await expect(satchel(["a", "b"])).rejects.toThrow(UsageError);
  await expect(satchel([sample("chatgpt/single"), "--only", "cake"])).rejects.toThrow("There is no kind");
  await expect(satchel([sample("chatgpt/single"), "--source", "cake"])).rejects.toThrow(
    "--source takes one of",
  );
  await expect(satchel([join(import.meta.dirname, "import.test.ts")])).rejects.toMatchObject({
    code: "import-unknown",
  });
});
