import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Core, createCore } from "./create-core.ts";
import { testPorts } from "./ports/test-ports.ts";

let core: Core;
let folder: string;
const heard: string[] = [];
const temp = () => mkdtempSync(join(tmpdir(), "satchel-"));
const value = async <T>(method: string, input: unknown): Promise<T> => {
  const reply = await core.dispatch(method, input);
  if (!reply.ok) throw new Error(`${method}: ${reply.error.code} ${reply.error.message}`);
  return reply.value as T;
};
type Listed = { enabled: boolean; commits: { id: string; message: string }[] };

beforeEach(() => {
  heard.length = 0;
  core = createCore(testPorts(), { userData: temp(), resources: "resources" }, { checkOutput: true });
  core.on(({ event }) => heard.push(event));
  folder = temp();
  mkdirSync(join(folder, "workspace"));
  writeFileSync(join(folder, "workspace", "AGENTS.md"), "one\n");
});
afterEach(() => core.close());

it("begins with the project, checkpoints, compares and restores through the contract", async () => {
  writeFileSync(join(folder, "agents.yaml"), "agents:\n  - id: main\n    workspaceGit: { enabled: true }\n");
  await value("project.open", { folder });
  await value("workspace.write", { path: "AGENTS.md", text: "two\n" });
  const { commit } = await value<{ commit: string }>("history.checkpoint", { note: "second" });
  const { commits, enabled } = await value<Listed>("history.list", {});
  expect(enabled).toBe(true);
  expect(commits.map(({ message }) => message)).toEqual(["checkpoint: second", "workspace init"]);
  expect(await value("history.diff", { from: commits[1]?.id, to: commit })).toMatchObject({
    files: [{ path: "AGENTS.md", kind: "changed", before: "one\n", after: "two\n" }],
  });
  await value("workspace.create", { path: "new.md", text: "later" });
  expect(await value("history.restore", { commit: commits[1]?.id })).toMatchObject({
    commit: expect.any(String),
    paths: ["AGENTS.md", "new.md"],
  });
  expect(readFileSync(join(folder, "workspace", "AGENTS.md"), "utf8")).toBe("one\n");
  expect(heard.filter((event) => event === "history.changed")).toHaveLength(4);
});

it("keeps the state at the end of a conversation, and nothing where nothing changed", async () => {
  writeFileSync(join(folder, "agents.yaml"), "agents:\n  - id: main\n    workspaceGit: { enabled: true }\n");
  await value("project.open", { folder });
  const { session } = await value<{ session: { id: string } }>("sessions.create", {});
  expect(await value("sessions.close", { session: session.id })).toEqual({ commit: null });
  await value("workspace.write", { path: "AGENTS.md", text: "two\n" });
  const { commit } = await value<{ commit: string }>("sessions.close", { session: session.id });
  expect((await value<Listed>("history.list", {})).commits).toMatchObject([
    { id: commit, message: `session-close: ${session.id}` },
    { message: "workspace init" },
  ]);
});

it("is off until an agent turns it on, and begins then", async () => {
  await value("project.open", { folder });
  expect(await value("history.list", {})).toEqual({ enabled: false, commits: [] });
  expect(await core.dispatch("history.checkpoint", {})).toMatchObject({
    error: { code: "history-disabled" },
  });
  await value("agents.save", { id: "main", values: { workspaceGit: { enabled: true } } });
  expect((await value<Listed>("history.list", {})).commits).toMatchObject([{ message: "workspace init" }]);
});

it("opens a project whose workspace is missing although a history is wanted", async () => {
  const empty = temp();
  writeFileSync(join(empty, "agents.yaml"), "agents:\n  - id: main\n    workspaceGit: { enabled: true }\n");
  await value("project.open", { folder: empty });
  expect(await core.dispatch("history.list", {})).toMatchObject({ error: { code: "workspace-missing" } });
});

it("adds nothing to what git shows of a repository around the project", async () => {
  const git = (...args: string[]) => execFileSync("git", ["-C", folder, ...args], { encoding: "utf8" });
  git("init", "-q");
  writeFileSync(join(folder, "agents.yaml"), "agents:\n  - id: main\n    workspaceGit: { enabled: true }\n");
  const before = git("status", "--porcelain", "--untracked-files=all");
  await value("project.open", { folder });
  await value("history.checkpoint", {});
  await value("settings.set", { project: { name: "x" } });
  expect(git("status", "--porcelain", "--untracked-files=all")).toBe(before);
});
