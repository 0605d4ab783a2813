import { cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, renameSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { eventually } from "./base/test-eventually.ts";
import { type Core, createCore } from "./create-core.ts";
import { testPorts } from "./ports/test-ports.ts";

let core: Core;
let folder: string;
let session: string;
let memory: string;
const temp = () => mkdtempSync(join(tmpdir(), "satchel-"));
const value = async <T>(method: string, input: unknown): Promise<T> => {
  const reply = await core.dispatch(method, input);
  if (!reply.ok) throw new Error(`${method}: ${reply.error.code} ${reply.error.message}`);
  return reply.value as T;
};

beforeEach(async () => {
  core = createCore(testPorts(), { userData: temp(), resources: "resources" });
  folder = join(temp(), "mine");
  mkdirSync(join(folder, "workspace"), { recursive: true });
  writeFileSync(join(folder, "workspace", "AGENTS.md"), "one\n");
  writeFileSync(join(folder, "workspace", "MEMORY.md"), "- The oven runs at 230 degrees.\n");
  writeFileSync(
    join(folder, "agents.yaml"),
    "agents:\n  - id: main\n    workspaceGit: { enabled: true }\n  - id: other\n",
  );
  await value("project.open", { folder });
  session = (await value<{ session: { id: string } }>("sessions.create", {})).session.id;
  await value("chat.send", { session, text: "When does the oven run?" });
  const { memories } = await value<{ memories: { id: string; text: string }[] }>("memory.list", {});
  memory = memories.find(({ text }) => text.includes("230"))?.id ?? "";
});
afterEach(() => core.close());

/** Every method that writes to a project, with an input it accepts while the folder is there. */
const writes = (): readonly (readonly [string, unknown])[] => [
  ["workspace.write", { path: "AGENTS.md", text: "two\n" }],
  ["workspace.writeAll", { files: [{ path: "x.md", text: "x\n", baseHash: null }] }],
  ["workspace.append", { path: "AGENTS.md", text: "more\n" }],
  ["workspace.create", { path: "new.md", text: "new\n" }],
  ["workspace.rename", { from: "new.md", to: "b.md" }],
  ["workspace.remove", { path: "AGENTS.md" }],
  ["agents.save", { id: "main", values: { displayName: "New" } }],
  ["agents.remove", { id: "other" }],
  ["profiles.save", { profile: { id: "mine", from: "layered" } }],
  ["settings.set", { project: { timeZone: "Europe/Paris" } }],
  ["history.checkpoint", {}],
  ["memory.add", { text: "Closed on Mondays.", kind: "note" }],
  ["memory.pin", { id: memory, pinned: true }],
  ["memory.forget", { id: memory }],
  ["sessions.create", {}],
  ["sessions.rename", { session, title: "New" }],
  ["chat.send", { session, text: "Hello" }],
  ["chat.clear", { session }],
  ["sessions.remove", { session }],
  ["dream.run", {}],
];

const reply = async (method: string, input: unknown) => {
  const answer = await core.dispatch(method, input);
  return `${method} ${answer.ok ? "ok" : answer.error.code}`;
};
const answers = async () => {
  const all: string[] = [];
  for (const [method, input] of writes()) all.push(await reply(method, input));
  return all;
};
const refused = () => writes().map(([method]) => `${method} folder-not-found`);

it("acknowledges no write after its folder was moved, and leaves alone what stands at the old place", async () => {
  renameSync(folder, `${folder}-moved`);
  expect(await answers()).toEqual(refused());
  expect(existsSync(folder)).toBe(false);
  mkdirSync(folder);
  expect(await answers()).toEqual(refused());
  expect(readdirSync(folder)).toEqual([]);
  await core.close();
  expect(readdirSync(folder)).toEqual([]);
});

it("acknowledges no write into a copy that took the place of its folder", async () => {
  cpSync(folder, `${folder}-copy`, { recursive: true });
  renameSync(folder, `${folder}-moved`);
  renameSync(`${folder}-copy`, folder);
  expect(await answers()).toEqual(refused());
});

it("says plainly what cannot be read while the folder is away, and makes nothing at the old place", async () => {
  renameSync(folder, `${folder}-moved`);
  const all: string[] = [];
  for (const [method, input] of READS()) {
    all.push(await reply(method, input));
    if (existsSync(folder)) all.push(`${method} made the folder again`);
  }
  expect(all.filter((answer) => !/ (ok|folder-not-found)$/.test(answer))).toEqual([]);
  expect(all).toContain("workspace.read folder-not-found");
  renameSync(`${folder}-moved`, folder);
  const back: string[] = [];
  for (const [method, input] of READS()) back.push(await reply(method, input));
  expect(back).toEqual(READS().map(([method]) => `${method} ok`));
});

it("says that the folder is away while it is, and forgets nothing of it", async () => {
  await value("memory.pin", { id: memory, pinned: true });
  const told: string[] = [];
  const removed: string[] = [];
  core.on((event) => {
    if (event.event === "project.warnings") told.push(event.warnings.map(({ code }) => code).join());
    if (event.event === "workspace.changed")
      removed.push(...event.changes.flatMap(({ kind, path }) => (kind === "removed" ? [path] : [])));
  });
  renameSync(folder, `${folder}-moved`);
  await eventually(() => expect(told.at(-1)).toBe("folder-not-found"));
  const { warnings } = await value<{ warnings: { message: string }[] }>("project.info", {});
  expect(warnings[0]?.message).toBe(
    `The project's folder is no longer at ${folder}. Nothing was changed. Put it back, or open it at its new place.`,
  );
  renameSync(`${folder}-moved`, folder);
  await eventually(() => expect(told.at(-1)).toBe(""));
  expect(removed).toEqual([]);
  const { memories } = await value<{ memories: { id: string; pinned: boolean }[] }>("memory.list", {});
  expect(memories.find(({ id }) => id === memory)).toMatchObject({ pinned: true });
  writeFileSync(join(folder, "workspace", "AGENTS.md"), "changed outside\n");
  await eventually(async () => {
    const { messages } = await value<{ messages: { content: string }[] }>("context.preview", {
      message: "x",
    });
    expect(messages[0]?.content).toContain("changed outside");
  });
});

it("goes on when the folder is back", async () => {
  renameSync(folder, `${folder}-moved`);
  expect(await answers()).toEqual(refused());
  renameSync(`${folder}-moved`, folder);
  const again = writes().filter(([method]) => AGAIN.has(method));
  const all: string[] = [];
  for (const [method, input] of again) all.push(await reply(method, input));
  expect(all).toEqual(again.map(([method]) => `${method} ok`));
});

const READS = (): readonly (readonly [string, unknown])[] => [
  ["project.info", {}],
  ["project.proposals", {}],
  ["agents.list", {}],
  ["app.doctor", {}],
  ["changes.list", {}],
  ["trash.list", {}],
  ["context.preview", { message: "When does the oven run?" }],
  ["context.advice", {}],
  ["dream.preview", {}],
  ["history.list", {}],
  ["links.names", {}],
  ["links.of", { path: "workspace/AGENTS.md" }],
  ["memory.search", { query: "oven" }],
  ["memory.list", {}],
  ["memory.export", {}],
  ["profiles.list", {}],
  ["readers.list", {}],
  ["readers.look", {}],
  ["sessions.list", {}],
  ["sessions.read", { session }],
  ["sessions.search", { query: "oven" }],
  ["tools.list", {}],
  ["workspace.tree", { path: "" }],
  ["workspace.read", { path: "AGENTS.md" }],
  ["workspace.files", {}],
  ["workspace.search", { query: "one" }],
  ["workspace.list", { kind: "knowledge" }],
];

const AGAIN = new Set([
  "workspace.write",
  "agents.save",
  "profiles.save",
  "settings.set",
  "history.checkpoint",
  "memory.add",
  "sessions.create",
  "sessions.rename",
  "chat.send",
]);
