import { existsSync, mkdtempSync, readdirSync, readFileSync, realpathSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { zipSync } from "fflate";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Client, createClient } from "#shared/contract/index.ts";
import type { ImportPlan } from "#shared/model/import-plan.ts";
import { type Core, createCore } from "./create-core.ts";
import { testPorts } from "./ports/test-ports.ts";
import { put, temporaryProject } from "./workspace/test-workspace.ts";

let core: Core;
let client: Client;
let project: string;
const sample = (path: string) => join(import.meta.dirname, "importers/samples", path);
const text = (path: string) => readFileSync(join(project, path), "utf8");
const files = (folder = project) =>
  readdirSync(folder, { recursive: true, encoding: "utf8" })
    .filter((path) => !path.startsWith(".satchel"))
    .toSorted((a, b) => (a < b ? -1 : 1));

beforeEach(async () => {
  const userData = realpathSync(mkdtempSync(join(tmpdir(), "satchel-import-")));
  project = temporaryProject({
    "agents.yaml": "agents:\n  - id: juno\n",
    "workspace/AGENTS.md": "Work.\n",
    "workspace/MEMORY.md": "# Memory\n\n- Bakes rye on Tuesdays\n",
  });
  core = createCore(testPorts(), { userData, resources: "resources" }, { checkOutput: true });
  client = createClient({ request: core.dispatch, listen: (listener) => core.on(listener) });
  await client.call("project.open", { folder: project });
});
afterEach(() => core.close());

const plan = (path: string) => client.call("importers.plan", { path: sample(path) });
const kinds = ({ items }: ImportPlan) =>
  items.map(({ kind, title, state, ticked }) => [kind, title, state, ticked]);

it("plans without writing anything", async () => {
  const before = files();
  const planned = await plan("chatgpt/single");
  expect(planned).toMatchObject({ source: "chatgpt", variant: "single", agent: "juno" });
  expect(kinds(planned)).toEqual([
    ["session", "Rye starter feeding plan", "new", true],
    ["session", "Tomato bed for plot 14", "new", true],
    ["session", "Why is this crumb so dense? 🍞", "new", true],
    // The same is in MEMORY.md already.
    ["memory", "Bakes rye on Tuesdays.", "same", false],
    ["memory", "Is allergic to hazelnuts.", "new", true],
    ["memory", "Owns a deck oven that reaches 280 °C.", "new", true],
    ["user", "Runs a small bakery with two ovens.", "new", false],
    ["agents", "Answer in metric units.", "new", false],
  ]);
  expect(planned.warnings).toMatchObject([{ code: "missing-attachment", detail: "loaf.png" }]);
  expect(files()).toEqual(before);
  expect(existsSync(join(project, ".satchel/imports"))).toBe(false);
});

it("writes what is ticked, from outside, and undoes it", async () => {
  const before = files();
  const { id } = await plan("chatgpt/export.zip");
  const report = await client.call("importers.apply", { plan: id });
  expect(report).toMatchObject({
    sessions: { added: 3, grown: 0 },
    lines: 2,
    attachments: 1,
    problems: [],
    warnings: [],
  });
  const { sessions } = await client.call("sessions.list", {});
  expect(sessions.map(({ title, createdAt }) => [title, createdAt])).toEqual([
    ["Why is this crumb so dense? 🍞", "2026-01-21T12:53:20.000Z"],
    ["Tomato bed for plot 14", "2026-01-12T09:26:40.000Z"],
    ["Rye starter feeding plan", "2026-01-05T09:30:00.250Z"],
  ]);
  const crumb = await client.call("sessions.read", { session: sessions[0]?.id ?? "" });
  const [first] = crumb.entries;
  expect(first).toMatchObject({ imported: "chatgpt", origin: "outside" });
  const [attachment = ""] = first?.type === "message" ? (first.attachments ?? []) : [];
  expect(attachment).toMatch(/^workspace\/agents\/juno\/sessions\/.*loaf\.png$/);
  expect(readFileSync(join(project, attachment)).length).toBe(18);
  const tomato = await client.call("sessions.read", { session: sessions[1]?.id ?? "" });
  expect(tomato.seen).toHaveLength(4);
  expect(text("workspace/MEMORY.md")).toMatch(
    /^# Memory\n\n- Bakes rye on Tuesdays\n\n## Imported from ChatGPT \d{4}-\d\d-\d\d\n\n- Is allergic to hazelnuts\. _\(outside\)_\n- Owns a deck oven that reaches 280 °C\. _\(outside\)_\n$/,
  );
  expect(text("workspace/AGENTS.md")).toBe("Work.\n");
  const { hits } = await client.call("memory.search", { query: "hazelnuts" });
  expect(hits.find(({ source }) => source.endsWith("MEMORY.md"))).toMatchObject({ origin: "outside" });

  expect((await client.call("importers.runs", {})).runs).toMatchObject([
    { run: report.run, state: "done", sessions: 3, lines: 2 },
  ]);
  const undone = await client.call("importers.undo", { run: report.run });
  expect(undone).toEqual({ sessions: 3, lines: 2, files: 0, kept: [] });
  expect((await client.call("sessions.list", {})).sessions).toEqual([]);
  expect(text("workspace/MEMORY.md")).toBe("# Memory\n\n- Bakes rye on Tuesdays\n");
  const { items } = await client.call("trash.list", {});
  expect(items.filter(({ kind }) => kind === "conversation")).toHaveLength(3);
  const left = files().filter((path) => !path.startsWith("workspace/agents"));
  expect(left).toEqual(before);
  await expect(client.call("importers.undo", { run: report.run })).rejects.toMatchObject({
    code: "nothing-to-undo",
  });
});

it("adds only what is new the second time", async () => {
  await client.call("importers.apply", { plan: (await plan("chatgpt/single")).id });
  const again = await plan("chatgpt/single");
  expect(again.items.filter(({ ticked }) => ticked)).toEqual([]);
  const nothing = await client.call("importers.apply", { plan: again.id });
  expect(nothing).toMatchObject({ sessions: { added: 0, grown: 0, entries: 0 }, lines: 0 });

  const grown = await plan("chatgpt/grown");
  expect(grown.items.filter(({ ticked }) => ticked)).toMatchObject([
    { title: "Rye starter feeding plan", state: "grown", added: 2 },
  ]);
  const report = await client.call("importers.apply", { plan: grown.id });
  expect(report).toMatchObject({ sessions: { added: 0, grown: 1, entries: 2 } });
  const { sessions } = await client.call("sessions.list", {});
  expect(sessions).toHaveLength(3);
  const rye = sessions.find(({ title }) => title.startsWith("Rye"))?.id ?? "";
  expect((await client.call("sessions.read", { session: rye })).entries).toHaveLength(6);
  await client.call("importers.undo", { run: report.run });
  expect((await client.call("sessions.read", { session: rye })).entries).toHaveLength(4);
});

it("leaves what was changed since, and says so", async () => {
  const report = await client.call("importers.apply", { plan: (await plan("chatgpt/single")).id });
  const { sessions } = await client.call("sessions.list", {});
  const rye = sessions.find(({ title }) => title.startsWith("Rye"))?.id ?? "";
  await client.call("chat.send", { session: rye, text: "And at 30 degrees?" });
  const memory = text("workspace/MEMORY.md").replace("to hazelnuts", "to hazelnuts and walnuts");
  put(project, { "workspace/MEMORY.md": `${memory}\n- Typed since.\n` });
  const undone = await client.call("importers.undo", { run: report.run });
  expect(undone.sessions).toBe(2);
  expect(undone.kept.map(({ title }) => title)).toEqual([
    "Rye starter feeding plan",
    "- Is allergic to hazelnuts. _(outside)_",
  ]);
  const left = text("workspace/MEMORY.md");
  expect(left).toContain("hazelnuts and walnuts");
  expect(left).toContain("Typed since.");
  expect(left).not.toContain("deck oven");
});

it("does not tick a conversation that was deleted here", async () => {
  await client.call("importers.apply", { plan: (await plan("chatgpt/single")).id });
  const { sessions } = await client.call("sessions.list", {});
  await client.call("sessions.remove", { session: sessions[0]?.id ?? "" });
  const again = await plan("chatgpt/single");
  expect(again.items.filter(({ state }) => state === "new").map(({ off, ticked }) => [off, ticked])).toEqual([
    ["deleted", false],
    ["behaviour", false],
    ["behaviour", false],
  ]);
});

it("refuses a source that changed since it was looked at, and a plan that is gone", async () => {
  const copy = join(realpathSync(mkdtempSync(join(tmpdir(), "satchel-import-"))), "conversations.json");
  writeFileSync(copy, readFileSync(sample("chatgpt/single/conversations.json")));
  const { id } = await client.call("importers.plan", { path: copy });
  writeFileSync(copy, readFileSync(sample("chatgpt/grown/conversations.json")));
  await expect(client.call("importers.apply", { plan: id })).rejects.toMatchObject({
    code: "source-changed",
  });
  await expect(client.call("importers.apply", { plan: "none" })).rejects.toMatchObject({
    code: "plan-not-found",
  });
  await expect(client.call("importers.plan", { path: "/nowhere" })).rejects.toMatchObject({
    code: "not-found",
  });
  expect((await client.call("sessions.list", {})).sessions).toEqual([]);
});

it("says what every message would have more, for each profile in use, as it then is", async () => {
  put(project, {
    "agents.yaml":
      "agents:\n  - id: juno\n  - id: hank\n    profile: harness\n    workspace: workspace\n  - id: pia\n    profile: persona\n    workspace: workspace\n",
  });
  const planned = await plan("chatgpt/single");
  const { costs } = await client.call("importers.cost", { plan: planned.id });
  const none = await client.call("importers.cost", { plan: planned.id, items: [] });
  expect(none.costs.every(({ before, after }) => before === after)).toBe(true);
  expect(text("workspace/MEMORY.md")).toBe("# Memory\n\n- Bakes rye on Tuesdays\n");
  expect(costs.map(({ profile }) => profile)).toEqual(["layered", "harness", "persona"]);
  // The layered profile has facts only as hits; the others have the whole file.
  const more = Object.fromEntries(costs.map(({ profile, before, after }) => [profile, after - before]));
  expect(more).toMatchObject({ layered: 0 });
  expect(more.harness).toBeGreaterThan(10);
  await client.call("importers.apply", { plan: planned.id });
  for (const { agent, after } of costs) {
    const { manifest } = await client.call("context.preview", { agent, message: "", include: ["manifest"] });
    expect([agent, manifest?.window.used]).toEqual([agent, after]);
  }
});

it("offers to open a vault and a workspace where they are, and nothing else", async () => {
  const vault = await plan("obsidian/vault");
  expect(vault.openInPlace).toBe(sample("obsidian/vault"));
  expect((await plan("openclaw/workspace")).openInPlace).toBe(sample("openclaw/workspace"));
  expect((await plan("chatgpt/single")).openInPlace).toBeNull();
});

const bytes = (value: string) => new TextEncoder().encode(value);
const bomb = () => {
  const grown = new Uint8Array(32 * 1024 * 1024).fill(0x20);
  grown.set(bytes('[{"mapping":{}},"'));
  return zipSync({ "conversations.json": grown });
};
const zipped = () =>
  zipSync({ "conversations.json": readFileSync(sample("chatgpt/single/conversations.json")) });

it.each([
  ["a ZIP bomb", "bomb.zip", bomb, "archive-too-large"],
  ["an archive that is cut off", "cut.zip", () => zipped().subarray(0, 900), "archive-broken"],
  ["a file that is not an export", "odd.bin", () => bytes("\0\u0001\u0002"), "import-unknown"],
])("refuses %s with a sentence, and writes nothing", async (_, name, make, code) => {
  const path = join(realpathSync(mkdtempSync(join(tmpdir(), "satchel-hostile-import-"))), name);
  writeFileSync(path, make());
  const before = files();
  await expect(client.call("importers.plan", { path })).rejects.toMatchObject({
    code,
    message: expect.stringMatching(/^\S.*\.$/s) as string,
  });
  expect(files()).toEqual(before);
  expect(existsSync(join(project, ".satchel/imports"))).toBe(false);
  expect((await client.call("sessions.list", {})).sessions).toEqual([]);
});

it("takes the whole conversations before a cut, and says that the export is cut off", async () => {
  const path = join(realpathSync(mkdtempSync(join(tmpdir(), "satchel-cut-"))), "conversations.json");
  const whole = readFileSync(sample("chatgpt/single/conversations.json"));
  writeFileSync(path, whole.subarray(0, whole.length - 200));
  const planned = await client.call("importers.plan", { path });
  expect(planned.warnings.map(({ code: each }) => each)).toContain("truncated-json");
  const { sessions } = await client.call("importers.apply", { plan: planned.id });
  expect(sessions.added).toBeGreaterThan(0);
  expect((await client.call("sessions.list", {})).sessions).toHaveLength(sessions.added);
});
