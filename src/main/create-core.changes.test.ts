import { existsSync, mkdirSync, mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { ListedChange } from "#shared/contract/changes.ts";
import { eventually } from "./base/test-eventually.ts";
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
const list = async (filter: object = {}) =>
  (await value<{ changes: ListedChange[] }>("changes.list", filter)).changes;
const text = (path: string) => readFileSync(join(folder, path), "utf8");
const undoNewest = async () => {
  const [newest] = await list();
  expect(await value("changes.undo", { id: newest?.id })).toMatchObject({ status: "done" });
  return newest;
};
const yaml = "# mine\nagents:\n  - id: main\n    workspaceGit: { enabled: true }\n";

beforeEach(async () => {
  heard.length = 0;
  core = createCore(testPorts(), { userData: temp(), resources: "resources" }, { checkOutput: true });
  core.on(({ event }) => heard.push(event));
  folder = temp();
  mkdirSync(join(folder, "workspace"));
  writeFileSync(join(folder, "workspace", "AGENTS.md"), "one\n");
  writeFileSync(join(folder, "agents.yaml"), yaml);
  await value("project.open", { folder });
});
afterEach(() => core.close());

it("lists, compares and undoes what the editor and the tree did", async () => {
  await value("workspace.write", { path: "AGENTS.md", text: "two\n" });
  const [saved] = await list();
  expect(saved).toMatchObject({ actor: "you", kind: "save", title: "Saved AGENTS.md" });
  expect(await value("changes.diff", { id: saved?.id, path: "workspace/AGENTS.md" })).toMatchObject({
    before: "one\n",
    after: "two\n",
  });
  await value("workspace.rename", { from: "AGENTS.md", to: "deep/OTHER.md" });
  await undoNewest();
  await value("workspace.remove", { path: "AGENTS.md" });
  expect(existsSync(join(folder, "workspace/AGENTS.md"))).toBe(false);
  await undoNewest();
  expect(text("workspace/AGENTS.md")).toBe("two\n");
  await value("changes.undo", { id: saved?.id });
  expect(text("workspace/AGENTS.md")).toBe("one\n");
  await eventually(() => expect(heard).toContain("changes.changed"));
});

it("filters by file, folder, actor and conversation, and continues where a page ended", async () => {
  await value("workspace.create", { path: "a.md" });
  await value("workspace.create", { path: "dir/b.md" });
  await value("workspace.create", { path: "dir/c.md" });
  expect(await list({ path: "workspace/dir" })).toHaveLength(2);
  expect(await list({ path: "workspace/a.md" })).toHaveLength(1);
  expect(await list({ actor: "agent" })).toEqual([]);
  expect(await list({ session: "none" })).toEqual([]);
  const [first] = await list({ limit: 1 });
  const rest = await list({ before: first?.id });
  expect(rest.map(({ title }) => title)).toEqual(["Created b.md", "Created a.md"]);
});

it("undoes settings of agents and profiles byte for byte", async () => {
  await value("agents.save", { id: "main", values: { displayName: "New" } });
  expect(text("agents.yaml")).not.toBe(yaml);
  expect(await undoNewest()).toMatchObject({ actor: "you", title: "Changed the agent main" });
  expect(text("agents.yaml")).toBe(yaml);
  const profile = { id: "mine", from: "layered", perFile: 10 };
  await value("profiles.save", { profile });
  expect(existsSync(join(folder, ".satchel/profiles/mine.json"))).toBe(true);
  await undoNewest();
  expect(existsSync(join(folder, ".satchel/profiles/mine.json"))).toBe(false);
});

it("undoes a restore as one change", async () => {
  await value("workspace.write", { path: "AGENTS.md", text: "two\n" });
  await value("workspace.create", { path: "new.md", text: "later\n" });
  await value("history.checkpoint", {});
  const { commits } = await value<{ commits: { id: string }[] }>("history.list", {});
  await value("history.restore", { commit: commits.at(-1)?.id });
  expect(text("workspace/AGENTS.md")).toBe("one\n");
  const [restored] = await list();
  expect(restored).toMatchObject({ kind: "restore" });
  expect(restored?.files.map(({ path }) => path).sort()).toEqual(["workspace/AGENTS.md", "workspace/new.md"]);
  await undoNewest();
  expect(text("workspace/AGENTS.md")).toBe("two\n");
  expect(text("workspace/new.md")).toBe("later\n");
});

it("records what a template created", async () => {
  const fresh = join(temp(), "bakery");
  await value("project.open", { folder: fresh, create: true });
  const [made] = (await list()).slice(-1);
  expect(made).toMatchObject({ actor: "app", kind: "create", title: "Made from a template" });
  expect(made?.files.length).toBeGreaterThan(5);
});

it("writes several files of an answer as one change of its agent and turn", async () => {
  const { session } = await value<{ session: { id: string } }>("sessions.create", {});
  await value("chat.send", { session: session.id, text: "hello" });
  const { entries } = await value<{ entries: { id: string; role: string }[] }>("sessions.read", {
    session: session.id,
  });
  const files = ["a.md", "b.md"].map((path) => ({ path, text: "x\n", baseHash: null }));
  const message = entries.at(-1)?.id;
  await value("workspace.writeAll", { files, session: session.id, message });
  const [applied] = await list({ session: session.id });
  expect(applied).toMatchObject({ actor: "agent:main", turn: entries[0]?.id });
  await value("changes.undoTurn", { session: session.id, turn: entries[0]?.id });
  expect(existsSync(join(folder, "workspace/a.md"))).toBe(false);
  expect(existsSync(join(folder, "workspace/b.md"))).toBe(false);
});
