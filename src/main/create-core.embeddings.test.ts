import { mkdtempSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Client, createClient } from "#shared/contract/index.ts";
import { scripts } from "../../e2e/wire-server/script.ts";
import { startWireServer, type WireServer } from "../../e2e/wire-server/start-wire-server.ts";
import { type Core, createCore } from "./create-core.ts";
import { testPorts } from "./ports/test-ports.ts";
import { temporaryProject } from "./workspace/test-workspace.ts";

const MEMORY_COUNT = 40;
const bundled = "all-MiniLM-L6-v2-int8";
let server: WireServer;
let core: Core;
let client: Client;
let project: string;
let userData: string;

beforeEach(async () => {
  server = await startWireServer(scripts.normal);
  project = temporaryProject({
    "workspace/AGENTS.md": "Work.",
    "workspace/MEMORY.md": Array.from({ length: MEMORY_COUNT }, (_, at) => `- loaf ${at} of rye`).join("\n"),
  });
  userData = mkdtempSync(join(tmpdir(), "satchel-embeddings-"));
  await begin();
});
afterEach(async () => {
  await core.close();
  await server.close();
});

const begin = async () => {
  core = createCore(testPorts(), { userData, resources: "resources" }, { checkOutput: true });
  client = createClient({ request: core.dispatch, listen: (listener) => core.on(listener) });
  await client.call("project.open", { folder: project });
};
type Kind = "ollama" | "openai-compatible";
const choose = async (kind: Kind) => {
  const baseUrl = kind === "ollama" ? server.origin : `${server.origin}/v1`;
  await client.call("providers.save", { id: "lab", kind, name: "Lab", baseUrl });
  await client.call("settings.set", { user: { embeddings: { provider: "lab", model: "tiny" } } });
};
const embedding = async () => (await client.call("memory.stats", {})).embedding;
const embedded = async (serving: string) => {
  await expect.poll(embedding).toMatchObject({ serving, pending: 0 });
};
const search = (query = "loaf 7") => client.call("memory.search", { query });
const asked = () => server.received.filter(({ path }) => /embed/.test(path));

describe.each(["ollama", "openai-compatible"] as const)("vectors of a server that speaks %s", (kind) => {
  it("are made in batches by the chosen model, and searched", async () => {
    await choose(kind);
    await embedded("lab/tiny");
    const { lists, note, hits } = await search();
    expect(note).toBeNull();
    expect(lists).toContain("vector");
    expect(hits[0]?.lists.map(({ list }) => list)).toContain("vector");
    const bodies = asked().map(({ body }) => body as { model: string; input: string[] });
    expect(new Set(bodies.map(({ model }) => model))).toEqual(new Set(["tiny"]));
    expect(Math.max(...bodies.map(({ input }) => input.length))).toBe(16);
    expect(asked().every(({ path }) => path === (kind === "ollama" ? "/api/embed" : "/v1/embeddings"))).toBe(
      true,
    );
  });

  it("of a different dimension than before are refused, and words still find", async () => {
    await choose(kind);
    await embedded("lab/tiny");
    server.playEmbeddings({ kind: "vectors", dimension: 8 });
    const { lists, note, hits } = await search();
    expect(note).toContain("returned 8 numbers where 16 were expected");
    expect(lists).toEqual(["keyword", "graph"]);
    expect(hits[0]?.text).toContain("loaf 7");
    await client.call("memory.add", { text: "one more loaf" });
    await expect.poll(async () => (await embedding()).problem).toContain("8 numbers where 16");
    server.playEmbeddings({ kind: "vectors", dimension: 16 });
    await client.call("settings.set", { user: { embeddings: { provider: "lab", model: "tiny" } } });
    await embedded("lab/tiny");
  });

  it("that are too few are refused, with the server's name", async () => {
    server.playEmbeddings({ kind: "fewer", dimension: 16 });
    await choose(kind);
    await expect
      .poll(async () => (await embedding()).problem)
      .toBe("Lab did not give one vector for each text.");
  });

  it("that are refused leave the search to words, with the reason", async () => {
    server.playEmbeddings({ kind: "status", status: 401, message: "No." });
    await choose(kind);
    await expect.poll(async () => (await embedding()).problem).not.toBeNull();
    const { problem } = await embedding();
    const { lists, note, hits } = await search();
    expect(note).toBe(problem);
    expect(lists).toEqual(["keyword", "graph"]);
    expect(hits[0]?.text).toContain("loaf 7");
  });

  it("that do not arrive can be cancelled, and the search continues without", async () => {
    await choose(kind);
    await embedded("lab/tiny");
    server.playEmbeddings({ kind: "silent" });
    const before = asked().length;
    const stop = new AbortController();
    const cancelled = core.dispatch("memory.search", { query: "loaf 8" }, stop.signal);
    await expect.poll(() => asked().length).toBeGreaterThan(before);
    stop.abort();
    expect(await cancelled).toMatchObject({ ok: false, error: { code: "cancelled" } });
    expect(await search("loaf 9")).toMatchObject({
      note: "The embedding model took too long, so memories were searched by words only.",
      lists: ["keyword", "graph"],
    });
  }, 30_000);
});

it("uses the old model while the new one embeds, also when that was interrupted", async () => {
  await client.call("memory.search", { query: "rye" });
  await embedded(bundled);
  server.playEmbeddings({ kind: "silent" });
  await choose("ollama");
  await expect.poll(() => asked().length).toBeGreaterThan(0);
  expect(await embedding()).toMatchObject({ model: "lab/tiny", serving: bundled, pending: MEMORY_COUNT });
  expect(await search()).toMatchObject({ note: null, lists: ["keyword", "vector", "graph"] });
  await core.close();
  await begin();
  await client.call("memory.list", {});
  expect(await embedding()).toMatchObject({ model: "lab/tiny", serving: bundled, pending: MEMORY_COUNT });
  expect(await search()).toMatchObject({ note: null, lists: ["keyword", "vector", "graph"] });
  server.playEmbeddings({ kind: "vectors", dimension: 16 });
  await core.close();
  await begin();
  await client.call("memory.list", {});
  await embedded("lab/tiny");
  expect(await search()).toMatchObject({ note: null, lists: ["keyword", "vector", "graph"] });
}, 60_000);

it("are made after an import, not beside it", async () => {
  const file = join(mkdtempSync(join(tmpdir(), "satchel-export-")), "conversations.json");
  writeFileSync(file, JSON.stringify(Array.from({ length: 400 }, (_, at) => conversation(at))));
  const { id } = await client.call("importers.plan", { path: file });
  // The 40 memories of the project are waiting for the model that is chosen while the first part is written.
  const chosen = Promise.withResolvers<number>();
  core.on((event) => {
    if (event.event === "importers.progress" && event.work === "writing" && event.done < event.total)
      void choose("openai-compatible").then(() => chosen.resolve(event.done));
  });
  const applied = client.call("importers.apply", { plan: id });
  expect(await Promise.race([chosen.promise, applied.then(() => null)])).toBeGreaterThan(0);
  expect(await applied).toMatchObject({ sessions: { added: 400 }, problems: [] });
  expect(asked()).toEqual([]);
  await embedded("lab/tiny");
  expect(asked().length).toBeGreaterThan(400 / 16);
}, 60_000);

const conversation = (at: number) => ({
  title: `Bread ${at}`,
  create_time: 1_700_000_000 + at,
  current_node: "b",
  conversation_id: `c${at}`,
  mapping: {
    a: { id: "a", message: null, parent: null, children: ["b"] },
    b: {
      id: "b",
      parent: "a",
      children: [],
      message: {
        id: "b",
        author: { role: "user" },
        create_time: 1_700_000_000 + at,
        content: { content_type: "text", parts: [`Bread ${at} with rye`] },
        recipient: "all",
      },
    },
  },
});
