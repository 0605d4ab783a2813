import {
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Client, createClient } from "#shared/contract/index.ts";
import { type Core, createCore } from "./create-core.ts";
import { testPorts } from "./ports/test-ports.ts";
import { migrations } from "./store/migrations/index.ts";
import { openStore } from "./store/open-store.ts";
import { temporaryProject } from "./workspace/test-workspace.ts";

let project: string;
let userData: string;
let core: Core;
let client: Client;
const open = async (resources = "resources") => {
  core = createCore(testPorts(), { userData, resources }, { checkOutput: true });
  client = createClient({ request: core.dispatch, listen: (listener) => core.on(listener) });
  await client.call("project.open", { folder: project });
};
beforeEach(async () => {
  project = temporaryProject({ "workspace/AGENTS.md": "Answer briefly." });
  userData = mkdtempSync(join(tmpdir(), "satchel-backups-"));
  await open();
});
afterEach(() => core.close());

const lineOf = async (id: string) =>
  (await client.call("app.doctor", {})).lines.find((each) => each.id === id);
const kept = () => join(project, ".satchel", "backup", "kept");

it("brings back rows that the database lost, from any backup, and changes no other", async () => {
  const { session } = await client.call("sessions.create", {});
  await client.call("chat.send", { session: session.id, text: "Hello" });
  const { runs } = await client.call("context.runs", { session: session.id });
  expect(runs.length).toBeGreaterThan(0);
  await core.close();
  // The backup of another day, when the newest one has lost its rows.
  const backup = join(project, ".satchel", "backup");
  const earlier = join(kept(), "2026-11-01");
  mkdirSync(earlier, { recursive: true });
  for (const name of readdirSync(backup).filter((each) => each.endsWith(".jsonl"))) {
    renameSync(join(backup, name), join(earlier, name));
  }
  for (const name of readdirSync(join(project, ".satchel")).filter((each) => each.startsWith("index.db"))) {
    rmSync(join(project, ".satchel", name));
  }
  await open();
  expect((await client.call("context.runs", { session: session.id })).runs).toEqual([]);
  expect((await client.call("app.backups", {})).backups).toContain("2026-11-01");
  await client.call("app.restoreBackup", { backup: "2026-11-01" });
  expect((await client.call("context.runs", { session: session.id })).runs).toEqual(runs);
  const again = await client.call("app.restoreBackup", { backup: "2026-11-01" });
  expect(again.restored.every(({ rows }) => rows === 0)).toBe(true);
  await expect(client.call("app.restoreBackup", { backup: "../../x" })).rejects.toMatchObject({
    code: "backup-not-found",
  });
});

it("takes what is forgotten out of earlier backups, too", async () => {
  await client.call("memory.add", { text: "The vault opens with 4711-blue." });
  const { hits } = await client.call("memory.search", { query: "vault" });
  const earlier = join(kept(), "2026-11-01");
  mkdirSync(earlier, { recursive: true });
  writeFileSync(
    join(earlier, "learned.jsonl"),
    `${JSON.stringify({ id: "x", body: "The vault opens with 4711-blue." })}\n`,
  );
  const { forgotten, copies } = await client.call("memory.forget", { id: hits[0]?.id ?? "" });
  expect(copies.some(({ kind }) => kind === "backups")).toBe(true);
  await client.call("memory.purge", { forgotten, kinds: ["backups"] });
  expect(readFileSync(join(earlier, "learned.jsonl"), "utf8")).not.toContain("4711");
});

it("keeps what there was before the database is upgraded, and before the first backup of another version", async () => {
  await core.close();
  const folder = temporaryProject({ "workspace/AGENTS.md": "Answer briefly." });
  openStore(join(folder, ".satchel", "index.db"), { migrations: migrations.slice(0, -1) }).close();
  const row = `${JSON.stringify({ id: "old", body: "kept as it was" })}\n`;
  mkdirSync(join(folder, ".satchel", "backup"), { recursive: true });
  writeFileSync(join(folder, ".satchel", "backup", "learned.jsonl"), row);
  project = folder;
  const openAs = async (version: string) => {
    core = createCore(testPorts({ version }), { userData, resources: "resources" });
    client = createClient({ request: core.dispatch, listen: (listener) => core.on(listener) });
    await client.call("project.open", { folder });
    return (await client.call("app.backups", {})).backups;
  };
  const upgrade = `before-version-${migrations.length}`;
  expect(await openAs("1.0.0")).toContain(upgrade);
  expect(readFileSync(join(kept(), upgrade, "learned.jsonl"), "utf8")).toBe(row);
  await client.call("sessions.create", {});
  await core.close();
  expect(await openAs("1.1.0")).toEqual(expect.arrayContaining([upgrade, "before-update-1.1.0"]));
});

it("the doctor says so when the open database was removed", async () => {
  expect(await lineOf("database")).toMatchObject({ status: "ok" });
  rmSync(join(project, ".satchel", "index.db"));
  expect(await lineOf("database")).toMatchObject({
    status: "broken",
    detail: expect.stringContaining("was removed while it is in use"),
  });
});

it("the doctor says so when the sentence model is damaged", async () => {
  expect(await lineOf("embedding-model")).toMatchObject({ status: "ok" });
  await core.close();
  const resources = mkdtempSync(join(tmpdir(), "satchel-resources-"));
  const folder = join(resources, "models", "all-MiniLM-L6-v2-int8");
  mkdirSync(folder, { recursive: true });
  writeFileSync(join(folder, "model.onnx"), "not a model");
  writeFileSync(join(folder, "tokenizer.json"), "{}");
  await open(resources);
  expect(await lineOf("embedding-model")).toMatchObject({
    status: "broken",
    detail: expect.stringContaining("is damaged"),
  });
});

it("says what a backup would bring back, restores it, and undoes the restore", async () => {
  const { session } = await client.call("sessions.create", {});
  await client.call("chat.send", { session: session.id, text: "Hello" });
  const { runs } = await client.call("context.runs", { session: session.id });
  await core.close();
  const backup = join(project, ".satchel", "backup");
  mkdirSync(join(kept(), "2026-11-01"), { recursive: true });
  for (const name of readdirSync(backup).filter((each) => each.endsWith(".jsonl"))) {
    renameSync(join(backup, name), join(kept(), "2026-11-01", name));
  }
  for (const name of readdirSync(join(project, ".satchel")).filter((each) => each.startsWith("index.db"))) {
    rmSync(join(project, ".satchel", name));
  }
  await open();
  const { details } = await client.call("app.backups", {});
  const listed = details.find(({ name }) => name === "2026-11-01");
  expect(listed?.bytes).toBeGreaterThan(100);
  expect(listed?.tables).toContainEqual({ table: "runs", rows: runs.length });
  const planned = (await client.call("app.previewBackup", { backup: "2026-11-01" })).restored;
  expect(planned.find(({ table }) => table === "runs")?.rows).toBe(runs.length);
  expect((await client.call("context.runs", { session: session.id })).runs).toEqual([]);
  const { restored, undo } = await client.call("app.restoreBackup", { backup: "2026-11-01" });
  expect(restored).toEqual(planned);
  expect((await client.call("context.runs", { session: session.id })).runs).toEqual(runs);
  // It can be undone after a restart, too.
  await core.close();
  await open();
  const undone = await client.call("app.undoRestore", { undo: undo ?? "" });
  expect(undone).toEqual({ removed: restored.reduce((sum, { rows }) => sum + rows, 0), kept: 0 });
  expect((await client.call("context.runs", { session: session.id })).runs).toEqual([]);
  await expect(client.call("app.undoRestore", { undo: undo ?? "" })).rejects.toMatchObject({
    code: "not-found",
  });
});
