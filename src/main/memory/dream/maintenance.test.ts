import { existsSync, readFileSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { afterAll, afterEach, beforeEach, expect, it } from "vitest";
import {
  closeCounter,
  openTestWorkspace,
  put,
  temporaryProject,
  type TestWorkspace,
} from "../../workspace/test-workspace.ts";
import { maintain } from "./maintenance.ts";

let project: string;
let test: TestWorkspace;
beforeEach(() => {
  project = temporaryProject({
    "workspace/AGENTS.md": "Work.",
    "workspace/memory/2026-08-17.md": "- 91 days old",
    "workspace/memory/2026-08-18.md": "- 90 days old",
    "workspace/memory/plan.md": "- no day",
    "workspace/agents/juno/sessions/old.log.jsonl": "{}\n",
    "workspace/agents/juno/sessions/new.log.jsonl": "{}\n",
  });
  const age = (name: string, days: number) => {
    const at = new Date(now.getTime() - days * 86_400_000);
    utimesSync(join(project, "workspace/agents/juno/sessions", name), at, at);
  };
  age("old.log.jsonl", 181);
  age("new.log.jsonl", 179);
  test = openTestWorkspace(project, { watch: false });
});
afterEach(() => test.close());
afterAll(closeCounter);

const now = new Date("2026-11-16T12:00:00.000Z");
const run = (deleteLogs = false) =>
  maintain(test.workspace, "workspace", { today: "2026-11-16", now, deleteLogs });
const there = (path: string) => existsSync(join(project, "workspace", path));

it("archives days older than 90 by name, and nothing else", async () => {
  expect(await run()).toEqual({ archived: ["memory/archive/2026-08-17.md"], deleted: [] });
  expect(there("memory/2026-08-17.md")).toBe(false);
  expect(readFileSync(join(project, "workspace/memory/archive/2026-08-17.md"), "utf8")).toBe("- 91 days old");
  expect(there("memory/2026-08-18.md")).toBe(true);
  expect(there("memory/plan.md")).toBe(true);
});

it("never replaces a file in the archive", async () => {
  put(project, { "workspace/memory/archive/2026-08-17.md": "- first" });
  expect(await run()).toEqual({ archived: [], deleted: [] });
  expect(there("memory/2026-08-17.md")).toBe(true);
});

it("deletes logs older than 180 days only when the user agreed", async () => {
  await run();
  expect(there("agents/juno/sessions/old.log.jsonl")).toBe(true);
  expect((await run(true)).deleted).toEqual(["agents/juno/sessions/old.log.jsonl"]);
  expect(there("agents/juno/sessions/old.log.jsonl")).toBe(false);
  expect(there("agents/juno/sessions/new.log.jsonl")).toBe(true);
});
