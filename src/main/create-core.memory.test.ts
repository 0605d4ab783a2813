import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { z } from "zod";
import type { Contract } from "#shared/contract/index.ts";
import { eventually } from "./base/test-eventually.ts";
import { type Core, createCore } from "./create-core.ts";
import { testPorts } from "./ports/test-ports.ts";
import { openReadStore } from "./store/open-read-store.ts";

const now = new Date("2026-11-16T09:00:00Z");
let folder: string;
let core: Core;

const put = (path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true });
  writeFileSync(join(folder, path), text);
};
const ask = async <Name extends keyof Contract>(
  method: Name,
  input: object,
): Promise<z.output<Contract[Name]["output"]>> => {
  const reply = await core.dispatch(method, input);
  if (!reply.ok) throw new Error(`${method}: ${reply.error.code} ${reply.error.message}`);
  return reply.value as z.output<Contract[Name]["output"]>;
};
const texts = async (query: string, more: object = {}) =>
  (await ask("memory.search", { query, ...more })).hits.map(({ text }) => text);
const open = async () => {
  core = createCore(
    testPorts({ clock: { now: () => now } }),
    {
      userData: mkdtempSync(join(tmpdir(), "satchel-user-")),
      resources: join(import.meta.dirname, "../../resources"),
    },
    { checkOutput: true },
  );
  await ask("project.open", { folder });
};

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "satchel-memory-"));
  put(".satchel/settings.json", JSON.stringify({ timeZone: "UTC" }));
  put("workspace/AGENTS.md", "You help in a bakery.\n");
  put(
    "workspace/MEMORY.md",
    "# Memory\n\n## Suppliers\n\n- Fenwick Mill delivers flour on Tuesdays\n- Eggs come from the Dawlish farm\n",
  );
  put("workspace/memory/2026-11-15.md", "- decision: the rye goes to twelve hours\n- Ada was ill\n");
  put("workspace/memory/2026-10-01.md", "- the cellar was painted green\n");
  put("workspace/knowledge/oven.md", "# Oven\n\n## Service\n\nThe burner is cleaned every March by Holt.\n");
  put("workspace/DREAMS.md", "- a dream about an elephant\n");
  await open();
});
afterEach(async () => {
  await core.close();
  rmSync(folder, { recursive: true });
});

it("finds what stands in MEMORY.md, daily notes and knowledge, with its place and the reason", async () => {
  const { hits } = await ask("memory.search", { query: "who delivers the flour?" });
  expect(hits[0]).toMatchObject({
    tier: "curated",
    source: "workspace/MEMORY.md",
    line: 5,
    heading: "Memory > Suppliers",
    text: "Fenwick Mill delivers flour on Tuesdays",
  });
  expect(hits[0]?.reason).toContain("Number 1 by its words");
  expect((await ask("memory.search", { query: "burner" })).hits[0]).toMatchObject({
    tier: "knowledge",
    heading: "Oven > Service",
  });
  expect((await ask("memory.search", { query: "rye" })).hits[0]).toMatchObject({
    tier: "daily",
    kind: "decision",
    date: "2026-11-15",
    line: 1,
  });
  expect(await texts("elephant dream")).toEqual([]);
});

it("finds by meaning once memories are embedded, and says when it could not", async () => {
  const before = await ask("memory.search", { query: "zzz" });
  expect(before.note === null || before.note.includes("words only")).toBe(true);
  await eventually(async () => expect((await ask("memory.stats", {})).embedding.pending).toBe(0));
  const { hits, note, lists } = await ask("memory.search", { query: "when was my colleague sick?" });
  expect(note).toBeNull();
  expect(lists).toContain("vector");
  expect(hits[0]?.text).toBe("Ada was ill");
});

it("forgets a line that was deleted, and finds the one that came instead", async () => {
  expect(await texts("Dawlish eggs")).toHaveLength(1);
  await ask("workspace.write", { path: "MEMORY.md", text: "- Eggs come from Kenton now\n" });
  await eventually(async () => expect(await texts("Dawlish")).toEqual([]));
  await eventually(async () => expect(await texts("Kenton")).toEqual(["Eggs come from Kenton now"]));
});

it("notices a file that was changed and one that was removed by another program", async () => {
  await texts("anything");
  put("workspace/memory/2026-11-14.md", "- the walrus came to tea\n");
  await eventually(async () => expect(await texts("walrus")).toHaveLength(1));
  rmSync(join(folder, "workspace/memory/2026-11-14.md"));
  await eventually(async () => expect(await texts("walrus")).toEqual([]));
}, 40_000);

it("adds a note to today's file that is found at once, and survives a deleted database", async () => {
  const added = await ask("memory.add", { text: "Till rolls come\nfrom Castle", kind: "outcome" });
  expect(added).toMatchObject({
    path: "workspace/memory/2026-11-16.md",
    memory: { tier: "daily", kind: "outcome", text: "Till rolls come from Castle", line: 1 },
  });
  expect(await texts("till rolls")).toEqual(["Till rolls come from Castle"]);
  await ask("memory.pin", { id: added.memory?.id ?? "", pinned: true });
  await core.close();
  for (const part of ["", "-wal", "-shm"]) rmSync(join(folder, `.satchel/index.db${part}`), { force: true });
  await open();
  const { hits } = await ask("memory.search", { query: "till rolls" });
  expect(hits[0]).toMatchObject({ id: added.memory?.id, pinned: true });
});

it("leaves a faded note out of prompts and still finds it when asked", async () => {
  expect((await ask("memory.search", { query: "cellar painted" })).hits[0]).toMatchObject({ weight: 0 });
  const { manifest } = await ask("context.preview", {
    message: "what colour is the cellar painted, and the rye?",
  });
  const sources = manifest?.segments.filter(({ layer }) => layer === "memory").map(({ source }) => source);
  expect(sources?.some((source) => source.includes("2026-11-15.md"))).toBe(true);
  expect(sources?.some((source) => source.includes("2026-10-01.md"))).toBe(false);
});

it("gives a prompt a promoted fact once, without the note it came from", async () => {
  await ask("workspace.write", {
    path: "MEMORY.md",
    text: "## Dreamed 2026-11-16 03:05 UTC\n\n- Ada was ill _(score=0.42, hits=5, days=3)_\n",
  });
  await eventually(async () => expect(await texts("Ada ill")).toHaveLength(2));
  const { messages } = await ask("context.preview", { message: "was Ada ill?", include: ["messages"] });
  expect(messages?.[0]?.content.match(/\] Ada was ill/g)).toHaveLength(1);
});

const say = async (text: string) => {
  const { session } = await ask("sessions.create", {});
  await ask("chat.send", { session: session.id, text });
  return session.id;
};

it("finds messages of sessions, and forgets those of a removed one", async () => {
  const session = await say("The rye came late again");
  const found = () => texts("rye late", { tiers: ["session"] });
  await eventually(async () => expect(await found()).toContain("The rye came late again"));
  await ask("sessions.remove", { session });
  await eventually(async () => expect(await found()).toEqual([]));
});

it("answers an empty query, a huge one, and one full of search syntax", async () => {
  expect(await texts("")).toEqual([]);
  expect(await texts(" ?! ")).toEqual([]);
  expect(await texts("flour ".repeat(20_000))).toContain("Fenwick Mill delivers flour on Tuesdays");
  expect(await texts('"')).toEqual([]);
  for (const query of [
    '"flour',
    "flour*",
    "NEAR(flour mill)",
    "-flour",
    "flour AND",
    "body: flour",
    "^flour (",
    "{a} flour",
  ]) {
    expect(await texts(query)).toContain("Fenwick Mill delivers flour on Tuesdays");
  }
});

it("records signals for turns, not for searches and previews", async () => {
  await texts("flour");
  await ask("context.preview", { message: "flour" });
  const read = openReadStore(join(folder, ".satchel/index.db"));
  const queries = () => read.db.prepare("select distinct query from recall_events").pluck().all();
  expect(queries()).toEqual([]);
  await say("Who delivers the flour?");
  await eventually(() => expect(queries()).toEqual(["Who delivers the flour?"]));
  read.close();
});

it("lists faded notes by themselves, until they are pinned", async () => {
  const faded = async () => (await ask("memory.list", { faded: true })).memories;
  expect(await ask("memory.stats", {})).toMatchObject({ faded: 1, tiers: { daily: 3 } });
  const [note] = await faded();
  expect(note).toMatchObject({ text: "the cellar was painted green", weight: 0 });
  expect(note?.tags).toEqual(["cellar", "painted", "green"]);
  await ask("memory.pin", { id: note?.id, pinned: true });
  expect(await faded()).toEqual([]);
  expect((await ask("memory.list", { pinned: true })).memories).toMatchObject([{ weight: 1 }]);
});

it("stops embedding when the person says so, and goes on from there", async () => {
  await ask("memory.pauseEmbedding", { paused: true });
  expect(await texts("flour")).toHaveLength(1);
  await eventually(async () => {
    expect((await ask("memory.stats", {})).embedding).toMatchObject({ paused: true, serving: null });
  });
  await ask("memory.pauseEmbedding", { paused: false });
  await eventually(async () => {
    const { embedding } = await ask("memory.stats", {});
    expect(embedding).toMatchObject({ paused: false, pending: 0, problem: null });
  });
});

it("returns what an entity leads to over several steps", async () => {
  const at = now.toISOString();
  const entity = (id: string, name: string) => ({
    type: "row",
    table: "graph_entities",
    row: {
      id,
      workspace: "workspace",
      key: name.toLowerCase(),
      name,
      type: "thing",
      strength: 0.5,
      created_at: at,
      used_at: at,
    },
  });
  const relation = (id: string, source: string, type: string, target: string) => ({
    type: "row",
    table: "graph_relations",
    row: { id, source, type, target, confidence: 0.9, strength: 0.5, created_at: at, used_at: at },
  });
  const lines = [
    { type: "satchel-memory", version: 1 },
    entity("e1", "Fenwick"),
    entity("e2", "Rye"),
    entity("e3", "Ada"),
    relation("r1", "e1", "supplies", "e2"),
    relation("r2", "e3", "is_fond_of", "e2"),
  ];
  const text = lines.map((line) => JSON.stringify(line)).join("\n");
  expect((await ask("memory.import", { text })).broken).toEqual([]);
  const { entities, relations } = await ask("memory.entities", {});
  expect(entities.map(({ name, links }) => `${name} ${links}`)).toEqual(["Ada 1", "Fenwick 1", "Rye 2"]);
  expect(relations).toBe(2);
  const { neighbours } = await ask("memory.neighbours", { entity: "e1", hops: 2 });
  expect(neighbours.map(({ entity: { name }, hops }) => [name, hops])).toEqual([
    ["Rye", 1],
    ["Ada", 2],
  ]);
  expect(neighbours[1]?.path[1]).toMatchObject({ source: "Ada", type: "is fond of", target: "Rye" });
  await expect(ask("memory.neighbours", { entity: "nobody" })).rejects.toThrow("entity-not-found");
});

it("makes links and workflows that a turn recalls stronger, and a link that is pinned", async () => {
  const at = "2026-11-15T00:00:00.000Z";
  const rows = [
    ["graph_entities", { id: "a", key: "annabel", name: "Annabel", type: "person" }],
    ["graph_entities", { id: "k", key: "katharina", name: "Katharina", type: "person" }],
    ["graph_relations", { id: "r", source: "a", type: "sister", target: "k", confidence: 0.9 }],
    ["procedures", { id: "p", key: "scoring", name: "Scoring loaves", steps: '["Cut twice"]', uses: 0 }],
  ] as const;
  const lines = rows.map(([table, row]) => {
    const place = table === "graph_relations" ? {} : { workspace: "workspace" };
    return { type: "row", table, row: { ...place, ...row, strength: 0.5, created_at: at, used_at: at } };
  });
  const text = [{ type: "satchel-memory", version: 1 }, ...lines]
    .map((line) => JSON.stringify(line))
    .join("\n");
  expect(await ask("memory.import", { text })).toMatchObject({ rows: 4, broken: [] });
  const read = openReadStore(join(folder, ".satchel/index.db"));
  const strengths = () =>
    ["graph_relations", "graph_entities", "procedures"].flatMap((table) =>
      read.db.prepare(`select round(strength, 6) from ${table} order by id`).pluck().all(),
    );
  const query = "What about Annabel, and scoring loaves?";
  await ask("memory.search", { query });
  await ask("context.preview", { message: query });
  expect(strengths()).toEqual([0.5, 0.5, 0.5, 0.5]);
  await say(query);
  await eventually(() => expect(strengths()).toEqual([0.6, 0.6, 0.6, 0.6]));
  const { hits } = await ask("memory.search", { query: "Annabel", tiers: ["graph"] });
  for (const pinned of [true, true, false]) await ask("memory.pin", { id: hits[0]?.id, pinned });
  expect(strengths()).toEqual([0.8, 0.8, 0.8, 0.6]);
  read.close();
});

it("takes k, weights and boosts from the project's settings", async () => {
  await ask("settings.set", { project: { memory: { k: 9, weights: { keyword: 2 }, preset: "debate" } } });
  const { hits, preset } = await ask("memory.search", { query: "burner" });
  const words = hits[0]?.lists.find(({ list }) => list === "keyword");
  expect(preset).toBe("debate");
  expect(words?.share).toBeCloseTo(2 / (9 + 1), 12);
  expect(hits[0]).toMatchObject({ tier: "knowledge", boost: 2 });
});

it("gives a session with others no memory at all, nor a trace of asking", async () => {
  const { manifest } = await ask("context.preview", { message: "Who delivers the flour?", scope: "shared" });
  expect(
    manifest?.segments.filter(({ layer, status }) => layer === "memory" && status === "included"),
  ).toEqual([]);
  const { session } = await ask("sessions.create", { kind: "group" });
  await ask("chat.send", { session: session.id, text: "Who delivers the flour?" });
  const read = openReadStore(join(folder, ".satchel/index.db"));
  expect(read.db.prepare("select count(*) from recall_events").pluck().get()).toBe(0);
  read.close();
});
