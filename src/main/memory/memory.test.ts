import { fork } from "node:child_process";
import { join } from "node:path";
import { afterEach, expect, it } from "vitest";
import { Failure } from "#shared/contract/failure.ts";
import { Courtesy } from "../base/courtesy.ts";
import { Disposables } from "../base/disposables.ts";
import { eventually } from "../base/test-eventually.ts";
import type { Embedder } from "../embeddings/embedder.ts";
import { checkDatabase } from "../store/check-database.ts";
import { openStore } from "../store/open-store.ts";
import type { Memory } from "./memory.ts";
import { letterEmbedder, newStore, openTestMemory, textSource } from "./test-memory.ts";

const owned = new Disposables();
afterEach(() => owned.close());

const open = (changes: Parameters<typeof openTestMemory>[1] = {}, store = owned.own(newStore())) => ({
  store,
  memory: owned.own(openTestMemory(store, changes)),
});
const found = async (memory: Memory, query: string, limit = 20) =>
  (await memory.search({ query, workspace: "workspace", agent: "main", limit })).hits.map(({ text }) => text);
const bullets = (count: number, word = "note") =>
  Array.from({ length: count }, (_, at) => `- ${word} ${at} about loaf${at % 7} and oven${at % 11}`).join(
    "\n",
  );

it("returns the same first result however many are requested", async () => {
  const { memory } = open({ sources: async () => [textSource("MEMORY.md", bullets(300))] });
  await memory.start();
  await memory.settled();
  const all = await found(memory, "loaf3 oven5 note", 50);
  for (const limit of [1, 2, 10])
    expect(await found(memory, "loaf3 oven5 note", limit)).toEqual(all.slice(0, limit));
});

it("finds Chinese and Arabic", async () => {
  const text = "- 面粉星期二送到面包店\n- يصل الخُبْز يوم الثلاثاء\n- flour comes on Tuesday\n";
  const { memory } = open({ sources: async () => [textSource("MEMORY.md", text)] });
  await memory.start();
  expect((await found(memory, "面包"))[0]).toBe("面粉星期二送到面包店");
  expect((await found(memory, "店"))[0]).toBe("面粉星期二送到面包店");
  expect((await found(memory, "الخبز"))[0]).toBe("يصل الخُبْز يوم الثلاثاء");
});

it("searches by words when there is no model, and reports why", async () => {
  const missing: Embedder = {
    ...letterEmbedder("missing", 8),
    embed: async () => {
      throw new Failure("model-missing", "The sentence model is not there.");
    },
  };
  const { memory } = open({
    embedder: () => missing,
    sources: async () => [textSource("MEMORY.md", bullets(3))],
  });
  await memory.start();
  await memory.settled();
  const answer = await memory.search({
    query: "loaf1",
    workspace: "workspace",
    agent: null,
    limit: 5,
  });
  expect(answer).toMatchObject({
    note: "The sentence model is not there.",
    lists: ["keyword", "graph"],
  });
  expect(answer.hits[0]?.text).toContain("loaf1");
});

it("refuses vectors of a dimension other than the model's, and loses none", async () => {
  const { memory } = open({ sources: async () => [textSource("MEMORY.md", bullets(3))] });
  await memory.start();
  await memory.settled();
  expect(() => memory.vectors.save("letters", [{ id: 1, vector: new Float32Array(7) }])).toThrow(
    expect.objectContaining({ code: "wrong-dimension" }),
  );
  expect(memory.vectors.models()).toEqual([{ model: "letters", dimension: 32, vectors: 3 }]);
});

it("uses the old vectors until the new model has embedded everything", async () => {
  const old = letterEmbedder("old", 16);
  const store = owned.own(newStore());
  const sources = async () => [textSource("MEMORY.md", bullets(40))];
  const before = openTestMemory(store, { embedder: () => old, sources });
  await before.start();
  await before.settled();
  await before.close();

  let release = () => {};
  const gate = new Promise<void>((resolve) => (release = resolve));
  const inner = letterEmbedder("new", 24);
  const slow: Embedder = {
    ...inner,
    embed: async (texts, signal, options) => {
      if (!options?.urgent) await gate;
      return inner.embed(texts, signal, options);
    },
  };
  const { memory } = open(
    { embedder: () => slow, embedderFor: (name) => (name === "old" ? old : null), sources },
    store,
  );
  await memory.start();
  const settled = memory.settled();
  expect(memory.state()).toMatchObject({ model: "new", serving: "old", pending: 40 });
  const answer = await memory.search({
    query: "loaf3",
    workspace: "workspace",
    agent: null,
    limit: 5,
  });
  expect(answer).toMatchObject({ note: null, lists: ["keyword", "vector", "graph"] });
  release();
  await settled;
  expect(memory.state()).toMatchObject({ serving: "new", pending: 0 });
  expect(memory.vectors.models()).toEqual([{ model: "new", dimension: 24, vectors: 40 }]);
});

it("keeps rows, vectors and pins of unchanged lines when others change", async () => {
  let text = bullets(50);
  const { memory, store } = open({ sources: async () => [textSource("MEMORY.md", text)] });
  await memory.start();
  await memory.settled();
  const rows = () => store.db.prepare("select id from memories").pluck().all();
  const vectors = () => store.db.prepare("select id from memory_vectors").pluck().all();
  const before = { rows: new Set(rows()), vectors: new Set(vectors()) };
  const pinned = memory.memories.list({ workspace: "workspace", agent: null, limit: 1, offset: 30 })[0];
  memory.memories.pin(pinned?.id ?? "", true);
  text = text.replace(/- note 10 .*\n/, "- something else\n");
  await memory.start();
  await memory.settled();
  expect((await found(memory, "something else"))[0]).toBe("something else");
  expect(rows().filter((id) => before.rows.has(id))).toHaveLength(49);
  expect(vectors().filter((id) => before.vectors.has(id))).toHaveLength(49);
  expect(memory.memories.get(pinned?.id ?? "")).toMatchObject({ text: pinned?.text, pinned: true });
});

it("resumes an interrupted indexing and embedding", async () => {
  const store = owned.own(newStore());
  const sources = async () => [textSource("MEMORY.md", bullets(2_000))];
  const first = openTestMemory(store, { sources });
  const started = first.start();
  await new Promise((resolve) => setTimeout(resolve, 5));
  await first.close();
  await started;
  const { memory } = open({ sources }, store);
  await memory.start();
  await memory.settled();
  expect(memory.memories.countByTier("workspace", null)).toEqual({ curated: 2_000 });
  expect(memory.state().pending).toBe(0);
  expect(
    store.db.prepare("insert into memory_fts (memory_fts, rank) values ('integrity-check', 1)").run(),
  ).toBeDefined();
});

it("lets a request of the user go before the next texts to embed", async () => {
  const courtesy = new Courtesy();
  const letters = letterEmbedder("letters", 32);
  const isHeld = Promise.withResolvers<void>();
  const embed: Embedder["embed"] = async (texts) => {
    if (embedded.length === 0) courtesy.hold(600_000);
    embedded.push(...texts);
    isHeld.resolve();
    return letters.embed(texts);
  };
  const embedded: string[] = [];
  const { memory } = open({
    courtesy,
    embedder: () => ({ ...letters, embed }),
    sources: async () => [textSource("MEMORY.md", bullets(40))],
  });
  await memory.start();
  const settled = memory.settled();
  await isHeld.promise;
  await eventually(() => expect(memory.state().pending).toBe(24));
  expect(embedded).toHaveLength(16);
  courtesy.release();
  await settled;
  expect(embedded).toHaveLength(40);
});

it("closes while a request of the user is held", async () => {
  const courtesy = new Courtesy();
  const { memory } = open({ courtesy });
  courtesy.hold(600_000);
  void memory.settled();
  await expect(memory.close()).resolves.toBeUndefined();
  courtesy.release();
});

it("embeds nothing while larger work holds it, and continues by itself", async () => {
  const letters = letterEmbedder("letters", 32);
  const begun = Promise.withResolvers<void>();
  const goOn = Promise.withResolvers<void>();
  const embed: Embedder["embed"] = async (texts, signal) => {
    begun.resolve();
    await goOn.promise;
    if (signal?.aborted) throw signal.reason;
    return letters.embed(texts);
  };
  const { memory } = open({
    embedder: () => ({ ...letters, embed }),
    sources: async () => [textSource("MEMORY.md", bullets(40))],
  });
  await memory.start();
  void memory.settled();
  await begun.promise;
  const releases = [memory.holdEmbedding(), memory.holdEmbedding()];
  goOn.resolve();
  await memory.settled();
  expect(memory.state()).toMatchObject({ pending: 40, paused: false });
  // A search that waits for the last few memories does not wait for what is held.
  await memory.nearlyEmbedded();
  releases[0]?.();
  releases[0]?.();
  await memory.settled();
  expect(memory.state().pending).toBe(40);
  releases[1]?.();
  await memory.settled();
  expect(memory.state().pending).toBe(0);
});

it("indexes a MEMORY.md of 10 MB without blocking the thread", async () => {
  const line = (at: number) => `- fact ${at} ${"about bread and butter ".repeat(20)}\n`;
  const text = Array.from({ length: 21_000 }, (_, at) => line(at)).join("");
  expect(text.length).toBeGreaterThan(9_900_000);
  const { memory } = open({ sources: async () => [textSource("MEMORY.md", text)] });
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 10);
  await memory.start();
  clearInterval(timer);
  expect(turns).toBeGreaterThan(20);
  expect(memory.memories.countByTier("workspace", null)).toEqual({ curated: 21_000 });
  expect((await found(memory, "fact 20999"))[0]).toContain("fact 20999 ");
}, 120_000);

it("leaves a sound database when the process is killed while it indexes", async () => {
  const store = newStore();
  const { file } = store;
  store.close();
  const child = fork(join(import.meta.dirname, "index", "test-index-forever.ts"), [file], { silent: true });
  await new Promise((resolve) => child.once("message", resolve));
  child.kill("SIGKILL");
  await new Promise((resolve) => child.once("exit", resolve));
  const again = owned.own(openStore(file));
  expect(checkDatabase(file)).toMatchObject({ ok: true });
  expect(again.recovered).toBeNull();
  const sources = async () => [textSource("MEMORY.md", bullets(20))];
  const { memory } = open({ sources }, again);
  await memory.start();
  expect(memory.memories.countByTier("workspace", null)).toEqual({ curated: 20 });
});
