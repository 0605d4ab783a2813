import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { type Client, createClient } from "#shared/contract/index.ts";
import type { MemoryTier } from "#shared/contract/memory.ts";
import { copyKinds } from "#shared/contract/memory-life.ts";
import { type Core, createCore } from "./create-core.ts";
import { testPorts } from "./ports/test-ports.ts";
import { temporaryProject } from "./workspace/test-workspace.ts";

const secret = "The safe behind the oven opens with 4711.";
let core: Core;
let client: Client;
let project: string;

beforeEach(async () => {
  project = temporaryProject({
    "agents.yaml":
      "agents:\n  - id: juno\n    workspaceGit: {enabled: true}\n    transcriptsDir: transcripts\n    memory: {extract: false}\n",
    "workspace/AGENTS.md": "Work.",
    "workspace/MEMORY.md": "# Memory\n\n- Old.\n",
    "workspace/memory/2026-11-15.md": `- Before.\n- decision: ${secret}\n- After.\n`,
  });
  await begin();
});
afterEach(() => core.close());

const begin = async () => {
  const userData = mkdtempSync(join(tmpdir(), "satchel-forget-"));
  core = createCore(testPorts(), { userData, resources: "resources" }, { checkOutput: true });
  client = createClient({ request: core.dispatch, listen: (listener) => core.on(listener) });
  await client.call("project.open", { folder: project });
};

const idOf = async (text: string) => {
  const { memories } = await client.call("memory.list", { tier: "daily" });
  return memories.find((memory) => memory.text === text)?.id ?? "";
};
const daily = () => readFileSync(join(project, "workspace/memory/2026-11-15.md"), "utf8");
const filesWith = (folder: string, text: string): string[] =>
  readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => readFileSync(path).includes(text));

it("puts other words in place of a memory, in its file", async () => {
  const id = await idOf(secret);
  const updated = await client.call("memory.update", { id, text: "The safe is gone." });
  expect(updated.path).toBe("workspace/memory/2026-11-15.md");
  const { memories } = await client.call("memory.list", { tier: "daily" });
  expect(updated.memory).toMatchObject({ text: "The safe is gone.", kind: "decision", line: 2 });
  expect(memories).toContainEqual(updated.memory);
  expect(daily()).toBe("- Before.\n- decision: The safe is gone.\n- After.\n");
  expect(await idOf("The safe is gone.")).not.toBe("");
  expect(await idOf(secret)).toBe("");
});

it("forgets the line, the row and every byte of it in the database", async () => {
  await client.call("memory.forget", { id: await idOf(secret) });
  expect(daily()).toBe("- Before.\n- After.\n");
  expect((await client.call("memory.search", { query: "safe behind the oven 4711" })).hits).toEqual([]);
  await core.close();
  expect(filesWith(join(project, ".satchel"), "4711").filter((path) => path.includes("index.db"))).toEqual(
    [],
  );
});

it("lists every other copy, and purges each when asked", async () => {
  const { session } = await client.call("sessions.create", {});
  await client.call("chat.send", { session: session.id, text: `Is this right? ${secret}` });
  const { forgotten, versions, copies } = await client.call("memory.forget", { id: await idOf(secret) });
  expect(versions).toBe(1);
  expect(new Set(copies.map(({ kind }) => kind))).toEqual(
    new Set(["sessions", "transcripts", "history", "runs"]),
  );
  const { purged } = await client.call("memory.purge", { forgotten, kinds: [...copyKinds] });
  expect(purged.filter(({ purged: count }) => count > 0).map(({ kind }) => kind)).toEqual([
    "sessions",
    "transcripts",
    "history",
    "runs",
  ]);
  const { entries } = await client.call("sessions.read", { session: session.id });
  expect(entries[0]).toMatchObject({ content: "Is this right? [forgotten]" });
  expect((await client.call("context.runs", {})).runs).toEqual([]);
  await core.close();
  expect(filesWith(project, "4711")).toEqual([]);
});

const rowsLine = (table: string, row: object) => `${JSON.stringify({ type: "row", table, row })}\n`;
const importRows = async (...lines: string[]) => {
  const { text } = await client.call("memory.export", {});
  expect(await client.call("memory.import", { text: text + lines.join("") })).toMatchObject({ broken: [] });
};
const profileRow = (document: object) =>
  rowsLine("memory_profiles", {
    user: "",
    document: JSON.stringify(document),
    updated_at: "2026-11-16T00:00:00.000Z",
  });
const reopen = async ({ withoutDatabase = false } = {}) => {
  await core.close();
  if (withoutDatabase)
    for (const end of ["", "-wal", "-shm"]) rmSync(join(project, `.satchel/index.db${end}`), { force: true });
  await begin();
};
const texts = async (tier: MemoryTier) =>
  (await client.call("memory.list", { tier })).memories.map(({ text }) => text);

it("forgets what was learned of the person for good, whatever is indexed again", async () => {
  await importRows(profileRow({ name: "Kate Miller", safe: "opens with 4711" }));
  const { memories } = await client.call("memory.list", { tier: "profile" });
  const id = memories.find(({ item }) => item === "safe")?.id ?? "";
  await client.call("memory.forget", { id });
  await reopen();
  expect(await texts("profile")).toEqual(["name: Kate Miller"]);
  await reopen({ withoutDatabase: true });
  expect(await texts("profile")).toEqual(["name: Kate Miller"]);
});

it("keeps the pin of what is edited, in a file, in the profile and in the graph", async () => {
  const at = "2026-11-16T00:00:00.000Z";
  const times = { strength: 0.5, created_at: at, used_at: at };
  const entity = (id: string, name: string) => {
    const key = name.toLowerCase();
    return rowsLine("graph_entities", { id, workspace: "workspace", key, name, type: "person", ...times });
  };
  const link = { id: "r", source: "a", type: "sister", target: "k", confidence: 0.9, ...times };
  await importRows(
    profileRow({ name: "Kate" }),
    entity("a", "Annabel"),
    entity("k", "Katharina"),
    rowsLine("graph_relations", link),
  );
  const edit = async (tier: MemoryTier, text: string, now: string) => {
    const { memories } = await client.call("memory.list", { tier });
    const { id = "" } = memories.find((memory) => memory.text === text) ?? {};
    await client.call("memory.pin", { id, pinned: true });
    const { memory } = await client.call("memory.update", { id, text: now });
    expect(memory).toMatchObject({ tier, pinned: true });
    return (await client.call("memory.list", { tier, pinned: true })).memories.map((memory) => memory.text);
  };
  expect(await edit("profile", "name: Kate", "Kate Miller")).toEqual(["name: Kate Miller"]);
  expect(await edit("graph", "Annabel — sister → Katharina", "Annabel — cousin of → Katharina")).toEqual([
    "Annabel — cousin of → Katharina",
  ]);
  expect(await edit("daily", "After.", "Afterwards.")).toEqual(["Afterwards."]);
});

it("names what was learned of the person as a copy of a note, and purges it", async () => {
  const tea = "I drink nothing but tea.";
  await client.call("memory.add", { text: tea });
  await importRows(profileRow({ name: "Kate", preferences: ["I like rye.", tea] }));
  const { forgotten, copies } = await client.call("memory.forget", { id: await idOf(tea) });
  expect(copies).toContainEqual({ kind: "memories", place: "profile: preferences", count: 1 });
  await client.call("memory.purge", { forgotten, kinds: ["memories"] });
  expect((await texts("profile")).sort()).toEqual(["name: Kate", 'preferences: ["I like rye."]']);
  expect((await client.call("memory.search", { query: "tea" })).hits).toEqual([]);
});

it("forgets a message in its conversation and beside its neighbours, also when the conversation goes on", async () => {
  const { session } = await client.call("sessions.create", {});
  const say = (text: string) => client.call("chat.send", { session: session.id, text });
  await say("Good morning!");
  await say("The alarm is called Zebedee.");
  await expect.poll(() => texts("session")).toContain("The alarm is called Zebedee.");
  const { memories } = await client.call("memory.list", { tier: "session" });
  const { id = "", item } = memories.find(({ text }) => text.includes("Zebedee")) ?? {};
  await client.call("memory.forget", { id });
  await say("And now to something else.");
  await expect.poll(() => texts("session")).toContain("And now to something else.");
  expect((await client.call("memory.search", { query: "Zebedee", tiers: ["session"] })).hits).toEqual([]);
  const { entries } = await client.call("sessions.read", { session: session.id });
  expect(entries.find((entry) => entry.id === item)).toMatchObject({ content: "[forgotten]" });
  await reopen({ withoutDatabase: true });
  expect((await texts("session")).filter((text) => text.includes("Zebedee"))).toEqual([]);
});

it("knows a promoted fact again in the note it came from", async () => {
  const path = join(project, "workspace/MEMORY.md");
  writeFileSync(
    path,
    `# Memory\n\n## Dreamed 2026-11-16 03:05 UTC\n\n- ${secret} _(score=0.73, hits=3, days=1)_\n`,
  );
  await reopen();
  const { memories } = await client.call("memory.list", { tier: "curated" });
  const { copies } = await client.call("memory.forget", { id: memories[0]?.id ?? "" });
  expect(copies).toContainEqual({ kind: "files", place: "memory/2026-11-15.md", count: 1 });
  expect(readFileSync(path, "utf8")).not.toContain("4711");
});

it("finds copies in knowledge and in other files of the workspace", async () => {
  mkdirSync(join(project, "workspace/knowledge"));
  writeFileSync(join(project, "workspace/knowledge/safe.md"), `# Safe\n\n${secret}\n`);
  writeFileSync(join(project, "workspace/USER.md"), `Kate. ${secret}\n`);
  await reopen();
  const { forgotten, copies } = await client.call("memory.forget", { id: await idOf(secret) });
  const files = copies.filter(({ kind }) => kind === "files").map(({ place }) => place);
  expect(files.sort()).toEqual(["USER.md", "knowledge/safe.md"]);
  await client.call("memory.purge", { forgotten, kinds: ["files"] });
  expect(readFileSync(join(project, "workspace/USER.md"), "utf8")).toBe("Kate. [forgotten]\n");
});

it("keeps id, pin and signals of a note that moves to the archive", async () => {
  const id = await idOf(secret);
  await client.call("memory.pin", { id, pinned: true });
  await client.call("workspace.rename", {
    from: "memory/2026-11-15.md",
    to: "memory/archive/2026-11-15.md",
  });
  const archived = async () =>
    (await client.call("memory.list", { tier: "daily" })).memories.find((memory) => memory.text === secret);
  await expect.poll(archived).toMatchObject({
    id,
    pinned: true,
    source: "workspace/memory/archive/2026-11-15.md",
    date: "2026-11-15",
  });
  await reopen({ withoutDatabase: true });
  expect(await archived()).toMatchObject({ id, pinned: true });
});

it("refuses to touch a line that says something else by now", async () => {
  const id = await idOf(secret);
  await expect(client.call("memory.purge", { forgotten: id, kinds: ["runs"] })).rejects.toMatchObject({
    code: "not-forgotten",
  });
  await expect(client.call("memory.forget", { id: "nobody" })).rejects.toMatchObject({
    code: "memory-not-found",
  });
  expect(existsSync(join(project, "workspace/memory/2026-11-15.md"))).toBe(true);
});

it("learned relations can be recalled, and forgotten with their link", async () => {
  const { text } = await client.call("memory.export", {});
  const at = "2026-11-16T00:00:00.000Z";
  const entity = (id: string, name: string) => ({
    type: "row",
    table: "graph_entities",
    row: {
      id,
      workspace: "workspace",
      key: name.toLowerCase(),
      name,
      type: "person",
      strength: 0.5,
      created_at: at,
      used_at: at,
    },
  });
  const relation = {
    type: "row",
    table: "graph_relations",
    row: {
      id: "r",
      source: "a",
      type: "sister",
      target: "k",
      confidence: 0.9,
      strength: 0.5,
      created_at: at,
      used_at: at,
    },
  };
  const rows = [entity("a", "Annabel"), entity("k", "Katharina"), relation];
  const added = rows.map((row) => `${JSON.stringify(row)}\n`).join("");
  expect(await client.call("memory.import", { text: text + added })).toMatchObject({ rows: 3, broken: [] });
  const { hits } = await client.call("memory.search", { query: "Who is Annabel?" });
  expect(hits[0]).toMatchObject({ tier: "graph", text: "Annabel — sister → Katharina" });
  await client.call("memory.forget", { id: hits[0]?.id ?? "" });
  expect((await client.call("memory.search", { query: "Who is Annabel?" })).hits).toEqual([]);
  expect((await client.call("memory.export", {})).text).not.toContain("graph_relations");
});

it("puts other words in place of a link, a workflow and an entry of the profile, and leaves what was said", async () => {
  const at = "2026-11-16T09:00:00.000Z";
  const rows = [
    [
      "graph_entities",
      {
        id: "e1",
        workspace: "workspace",
        key: "ada",
        name: "Ada",
        type: "person",
        strength: 0.5,
        created_at: at,
        used_at: at,
      },
    ],
    [
      "graph_entities",
      {
        id: "e2",
        workspace: "workspace",
        key: "rye",
        name: "Rye",
        type: "bread",
        strength: 0.5,
        created_at: at,
        used_at: at,
      },
    ],
    [
      "graph_relations",
      {
        id: "r1",
        source: "e1",
        type: "likes",
        target: "e2",
        confidence: 0.9,
        strength: 0.5,
        created_at: at,
        used_at: at,
      },
    ],
    [
      "procedures",
      {
        id: "p1",
        workspace: "workspace",
        key: "order flour",
        name: "Order flour",
        steps: '["Count sacks"]',
        strength: 0.5,
        uses: 1,
        created_at: at,
        used_at: at,
      },
    ],
    ["memory_profiles", { user: "", document: '{"name":"Kate","breads":["rye"]}', updated_at: at }],
  ] as const;
  const lines = [
    { type: "satchel-memory", version: 1 },
    ...rows.map(([table, row]) => ({ type: "row", table, row })),
  ];
  await client.call("memory.import", { text: lines.map((line) => JSON.stringify(line)).join("\n") });
  const texts = async (tier: MemoryTier) =>
    (await client.call("memory.list", { tier })).memories.map(({ text }) => text).sort();
  const edit = async (tier: MemoryTier, from: string, text: string) => {
    const { memories } = await client.call("memory.list", { tier });
    const id = memories.find((memory) => memory.text.startsWith(from))?.id ?? "";
    await client.call("memory.update", { id, text });
  };

  await edit("graph", "Ada", "Ada — bakes → Rye");
  expect(await texts("graph")).toEqual(["Ada — bakes → Rye"]);
  const { entities } = await client.call("memory.entities", {});
  expect(entities.map(({ name, type }) => `${name}, ${type}`).sort()).toEqual(["Ada, person", "Rye, bread"]);
  await expect(edit("graph", "Ada", "Ada bakes rye")).rejects.toMatchObject({ code: "wrong-shape" });

  await edit("procedural", "Order flour", "Order flour\nCount sacks\nCall Gwen");
  expect(await texts("procedural")).toEqual(["Order flour\nCount sacks\nCall Gwen"]);
  await edit("profile", "breads", 'breads: ["rye","spelt"]');
  await edit("profile", "name", "Kate Miller");
  expect(await texts("profile")).toEqual(['breads: ["rye","spelt"]', "name: Kate Miller"]);

  const { session } = await client.call("sessions.create", {});
  await client.call("chat.send", { session: session.id, text: "The oven is warm" });
  await expect(edit("session", "The oven", "The oven is cold")).rejects.toMatchObject({
    code: "not-editable",
  });
});

it("leaves no signs of the forgotten memory's vector beside the database", async () => {
  const signs = join(project, ".satchel", "index.db-signs");
  writeFileSync(signs, "signs");
  await client.call("memory.forget", { id: await idOf(secret) });
  expect(existsSync(signs)).toBe(false);
});
