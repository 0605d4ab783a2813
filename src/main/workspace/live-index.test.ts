import {
  appendFileSync,
  mkdirSync,
  renameSync,
  rmSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { Tiktoken } from "js-tiktoken/lite";
import o200k from "js-tiktoken/ranks/o200k_base";
import { afterAll, afterEach, expect, it } from "vitest";
import {
  closeCounter,
  openTestWorkspace,
  put,
  temporaryProject,
  type TestWorkspace,
} from "./test-workspace.ts";
import type { WorkspaceOptions } from "./workspace.ts";
import { eventually } from "../base/test-eventually.ts";

const opened: TestWorkspace[] = [];
const open = async (project: string, options: Partial<WorkspaceOptions> = {}) => {
  const test = openTestWorkspace(project, options);
  opened.push(test);
  test.workspace.start();
  await test.workspace.settled();
  if (options.watch !== false) await test.workspace.watching();
  await test.workspace.settled();
  return test;
};
afterEach(async () => {
  for (const test of opened.splice(0)) await test.close();
});
afterAll(closeCounter);

const reference = new Tiktoken(o200k);
const changesIn = ({ events }: TestWorkspace) =>
  events.filter((event) => event.event === "workspace.changed");
const told = (test: TestWorkspace, count = 1) =>
  eventually(() => expect(changesIn(test).length).toBeGreaterThanOrEqual(count));
/** Longer than the debounce: an event that has not arrived by then never will. */
const quiet = () => new Promise((resolve) => setTimeout(resolve, 900));

it("reads what prompts need even when indexing is cancelled, and the rest when it is resumed", async () => {
  const documents = Object.fromEntries(
    Array.from({ length: 40 }, (_, index) => [`workspace/knowledge/page-${index}.md`, `Page ${index}.`]),
  );
  const project = temporaryProject({ "workspace/AGENTS.md": "Be brief.", ...documents });
  const test = openTestWorkspace(project, { watch: false });
  opened.push(test);
  const { workspace, events } = test;
  expect(workspace.resumeIndexing()).toBe(false);
  workspace.start();
  expect(workspace.cancelIndexing()).toBe(true);
  expect(workspace.cancelIndexing()).toBe(false);
  await workspace.settled();
  const paths = async () => (await workspace.rows("workspace")).map(({ path }) => path);
  expect(await paths()).toEqual(["workspace/AGENTS.md"]);
  expect(events.at(-1)).toEqual({
    event: "workspace.indexing",
    done: 1,
    total: 41,
    finished: true,
    cancelled: true,
  });

  expect(workspace.resumeIndexing()).toBe(true);
  await workspace.settled();
  expect(await paths()).toHaveLength(41);
  expect(events.at(-1)).toMatchObject({ event: "workspace.indexing", done: 40, total: 40, finished: true });
  expect(workspace.cancelIndexing()).toBe(false);
});

it("does not let a request wait for the files that its own prompt is made of", async () => {
  const project = temporaryProject({
    "workspace/AGENTS.md": "Be brief.",
    "workspace/knowledge/page.md": "A page.",
  });
  const test = openTestWorkspace(project, { watch: false });
  opened.push(test);
  const { workspace } = test;
  workspace.courtesy.hold();
  let isHeld = true;
  void workspace.courtesy.pass().then(() => (isHeld = false));
  workspace.start();
  await workspace.files.ready();
  expect(isHeld).toBe(true);
  expect(workspace.files.list("workspace").map(({ path }) => path)).toEqual(["workspace/AGENTS.md"]);
  workspace.courtesy.release();
  await workspace.settled();
  expect(workspace.files.list("workspace")).toHaveLength(2);
});

it("stores a row for SOUL.md and every text file of the workspace, counted without front matter", async () => {
  const body = "# Rules\n\nBake at 250 °C, then 220 °C.\n";
  const project = temporaryProject({
    "SOUL.md": "Be kind.\n",
    "README.md": "not in a prompt",
    "workspace/AGENTS.md": `<!-- priority: 7 -->\n<!-- tags: kitchen, oven -->\n\n${body}`,
    "workspace/USER.md": "\ufeffAda\r\n",
    "workspace/knowledge/deep/oven.md": "oven",
    "workspace/picture.png": new Uint8Array([0x89, 0x50, 0, 0]),
    "workspace/agents/main/sessions/1.log.jsonl": "{}",
  });
  const { workspace, store } = await open(project, { watch: false });
  const rows = await workspace.rows("workspace");
  expect(rows.map((row) => row.path)).toEqual([
    "SOUL.md",
    "workspace/AGENTS.md",
    "workspace/USER.md",
    "workspace/knowledge/deep/oven.md",
  ]);
  expect(rows[1]).toMatchObject({
    priority: 7,
    tags: ["kitchen", "oven"],
    token_count: reference.encode(body).length,
    token_encoding: "o200k_base",
  });
  expect(rows[2]).toMatchObject({ priority: 1, bytes: 8, token_count: reference.encode("Ada\r\n").length });
  expect(store.db.prepare("SELECT count(*) AS n FROM workspace_files").get()).toEqual({ n: 4 });
  expect(workspace.files.get("workspace/AGENTS.md")).toMatchObject({ ownPriority: 7, chars: body.length });
  expect(workspace.files.get("workspace/AGENTS.md")?.text()).toBe(body);
});

it("returns a file's text and the front matter before it, also after a restart", async () => {
  const front = "<!-- priority: 7 -->\n\n";
  const project = temporaryProject({ "workspace/a.md": `${front}# Rye\n` });
  const first = await open(project, { watch: false });
  const read = (files: typeof first.workspace.files) => {
    const file = files.get("workspace/a.md");
    return [file?.front(), file?.text()];
  };
  expect(read(first.workspace.files)).toEqual([front, "# Rye\n"]);
  await first.close();
  opened.length = 0;
  const second = await open(project, { watch: false });
  await second.workspace.files.ready();
  expect(read(second.workspace.files)).toEqual([front, "# Rye\n"]);
});

it("rebuilds a deleted index and does not count unchanged files again", async () => {
  const project = temporaryProject({ "workspace/AGENTS.md": "a", "workspace/b.md": "b" });
  const first = await open(project, { watch: false });
  const before = await first.workspace.rows("workspace");
  await first.close();
  opened.length = 0;

  const second = await open(project, { watch: false });
  expect(await second.workspace.rows("workspace")).toEqual(before);
  expect(second.workspace.files.get("workspace/b.md")?.text()).toBe("b");
  await second.close();
  opened.length = 0;

  for (const file of ["index.db", "index.db-wal", "index.db-shm"])
    rmSync(join(project, ".satchel", file), { force: true });
  const third = await open(project, { watch: false });
  expect(await third.workspace.rows("workspace")).toEqual(
    before.map((row) => ({ ...row, updated_at: expect.any(String) })),
  );
});

it("notices what changed while the project was closed", async () => {
  const project = temporaryProject({ "workspace/AGENTS.md": "a", "workspace/gone.md": "g" });
  const first = await open(project, { watch: false });
  await first.close();
  opened.length = 0;
  put(project, { "workspace/AGENTS.md": "another", "workspace/new.md": "n" });
  rmSync(join(project, "workspace/gone.md"));
  const { workspace } = await open(project, { watch: false });
  expect((await workspace.rows("workspace")).map((row) => row.path)).toEqual([
    "workspace/AGENTS.md",
    "workspace/new.md",
  ]);
  expect(workspace.files.get("workspace/AGENTS.md")?.text()).toBe("another");
});

it("notices an edit from outside and updates row, cache and listeners", async () => {
  const project = temporaryProject({ "workspace/AGENTS.md": "old", "src/code.ts": "1" });
  const test = await open(project);
  writeFileSync(join(project, "workspace/AGENTS.md"), "new text");
  await told(test);
  const tokens = reference.encode("new text").length;
  expect(changesIn(test)[0]?.changes).toEqual([
    { path: "workspace/AGENTS.md", kind: "changed", hash: expect.any(String), tokens },
  ]);
  expect(test.workspace.files.get("workspace/AGENTS.md")?.text()).toBe("new text");
  writeFileSync(join(project, "src/code.ts"), "2");
  await told(test, 2);
  expect(changesIn(test)[1]?.changes).toMatchObject([{ path: "src/code.ts", kind: "changed", tokens: null }]);
});

it("emits nothing when the bytes are the same", async () => {
  const project = temporaryProject({ "workspace/AGENTS.md": "same" });
  const test = await open(project);
  writeFileSync(join(project, "workspace/AGENTS.md"), "same");
  utimesSync(join(project, "workspace/AGENTS.md"), new Date(), new Date());
  await quiet();
  expect(changesIn(test)).toEqual([]);
});

it("reports an own write at once, and only once", async () => {
  const project = temporaryProject({ "workspace/AGENTS.md": "old" });
  const test = await open(project);
  await test.workspace.write("workspace", "AGENTS.md", "mine");
  expect(changesIn(test)).toHaveLength(1);
  expect(test.workspace.files.get("workspace/AGENTS.md")?.text()).toBe("mine");
  await test.workspace.create("workspace", "drafts", "folder", "");
  await test.workspace.write("", "notes.txt", "outside of the workspace");
  await quiet();
  expect(changesIn(test).map(({ changes }) => changes[0]?.path)).toEqual([
    "workspace/AGENTS.md",
    "workspace/drafts",
    "notes.txt",
  ]);
});

it("recognises a rename by the same bytes", async () => {
  const project = temporaryProject({ "workspace/old.md": "the very same", "workspace/folder/x.md": "x" });
  const test = await open(project);
  renameSync(join(project, "workspace/old.md"), join(project, "workspace/new.md"));
  await told(test);
  expect(changesIn(test)[0]?.changes).toMatchObject([
    { path: "workspace/new.md", kind: "renamed", from: "workspace/old.md" },
  ]);
  await test.workspace.rename("workspace", "folder", "moved");
  expect(changesIn(test)[1]?.changes).toContainEqual(
    expect.objectContaining({ path: "workspace/moved/x.md", kind: "renamed", from: "workspace/folder/x.md" }),
  );
  expect(test.workspace.files.get("workspace/folder/x.md")).toBeNull();
});

it("handles a burst of 10,000 changes in a few batches", async () => {
  const project = temporaryProject({ "workspace/AGENTS.md": "a" });
  mkdirSync(join(project, "workspace/knowledge"), { recursive: true });
  const test = await open(project);
  for (let n = 0; n < 10_000; n++) writeFileSync(join(project, `workspace/knowledge/${n}.md`), `fact ${n}`);
  const paths = () => changesIn(test).flatMap(({ changes }) => changes.map(({ path }) => path));
  await eventually(() => expect(new Set(paths()).size).toBe(10_000), 100_000);
  // Each is told once; on a machine that stalls, a batch may be delivered before the burst is over.
  expect(paths()).toHaveLength(10_000);
  expect(changesIn(test).length).toBeLessThan(20);
  expect(await test.workspace.rows("workspace")).toHaveLength(10_001);
}, 120_000);

it("emits an event for every changed SOUL.md", async () => {
  const project = temporaryProject({ "SOUL.md": "a", "workspace/SOUL.md": "b", "workspace/AGENTS.md": "a" });
  const test = await open(project);
  appendFileSync(join(project, "SOUL.md"), "!");
  await test.workspace.write("workspace", "SOUL.md", "c");
  await told(test, 2);
  const asked = test.events.filter((event) => event.event === "workspace.soulChanged");
  expect(asked.map((event) => event.path).sort()).toEqual(["SOUL.md", "workspace/SOUL.md"]);
});

it("updates a link when its target changes, and reports the target's role", async () => {
  const project = temporaryProject({ "workspace/MEMORY.md": "private", "workspace/AGENTS.md": "a" });
  symlinkSync("MEMORY.md", join(project, "workspace/IDENTITY.md"));
  const test = await open(project);
  expect(test.workspace.files.get("workspace/IDENTITY.md")).toMatchObject({
    role: "identity",
    realRole: "memory",
  });
  writeFileSync(join(project, "workspace/MEMORY.md"), "changed");
  await told(test);
  expect(test.workspace.files.get("workspace/IDENTITY.md")?.text()).toBe("changed");
});

it("survives that a watched folder is removed or replaced by a file", async () => {
  const project = temporaryProject({ "workspace/AGENTS.md": "a", "workspace/knowledge/k.md": "k" });
  const test = await open(project);
  rmSync(join(project, "workspace/knowledge"), { recursive: true });
  writeFileSync(join(project, "workspace/knowledge"), "a file now");
  await told(test);
  rmSync(join(project, "workspace/knowledge"));
  put(project, { "workspace/knowledge/k2.md": "k2" });
  await eventually(() => expect(test.workspace.files.get("workspace/knowledge/k2.md")?.text()).toBe("k2"));
  expect(test.workspace.files.get("workspace/knowledge/k.md")).toBeNull();
});

it("warns with file and line, and the rest still works", async () => {
  const project = temporaryProject({
    "workspace/bad.md": "<!-- tags: a -->\n<!-- priority: high -->\ntext",
    "workspace/latin.md": Buffer.from("fine\ncaf\xe9\n", "latin1"),
    "workspace/binary.md": new Uint8Array([1, 0, 2]),
    "workspace/huge.md": "x".repeat(5 * 1024 * 1024 + 1),
    "workspace/ok.md": "ok",
  });
  writeFileSync(join(project, "workspace/two\nlines.md"), "x");
  const { workspace } = await open(project, { watch: false });
  const warnings = await workspace.warnings();
  const found = warnings.map(({ code, path, line }) => [code, path, line] as const);
  expect(found.sort(([a], [b]) => a.localeCompare(b))).toEqual([
    ["agents-md-missing", "workspace/AGENTS.md", null],
    ["binary-file", "workspace/binary.md", null],
    ["file-too-large", "workspace/huge.md", null],
    ["front-matter", "workspace/bad.md", 2],
    ["not-utf8", "workspace/latin.md", 2],
    ["unusable-name", "workspace/two\\nlines.md", null],
  ]);
  expect((await workspace.rows("workspace")).map((row) => row.path)).toEqual([
    "workspace/bad.md",
    "workspace/huge.md",
    "workspace/ok.md",
  ]);
  expect(await workspace.read("workspace", "huge.md")).toMatchObject({ readOnly: true });
  put(project, { "workspace/edge.md": "x".repeat(5 * 1024 * 1024) });
  expect(await workspace.read("workspace", "edge.md")).toMatchObject({ readOnly: false, warnings: [] });
  await expect(workspace.write("workspace", "huge.md", "x")).rejects.toMatchObject({ code: "read-only" });
  await expect(workspace.write("workspace", "latin.md", "x")).rejects.toMatchObject({ code: "read-only" });
});

it("counts up to its limit, files of prompts first, and reports that the rest was left out", async () => {
  const notes = Object.fromEntries(Array.from({ length: 30 }, (_, n) => [`a/${n}.md`, `Note ${n}.`]));
  const project = temporaryProject({ ...notes, "AGENTS.md": "How we work.", "z/last.md": "Last." });
  const test = openTestWorkspace(project, { workspaces: () => [""], maxFiles: 10 });
  const { workspace } = test;
  workspace.start();
  await workspace.settled();
  expect(workspace.files.list("").length).toBeLessThanOrEqual(10);
  expect(workspace.files.get("AGENTS.md")).not.toBeNull();
  expect((await workspace.warnings()).map(({ code }) => code)).toEqual(["too-many-files"]);
  await test.close();
});
