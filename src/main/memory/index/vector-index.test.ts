import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openStore } from "../../store/open-store.ts";
import { systemClock } from "../../base/clock.ts";
import { normalise } from "../../embeddings/embedder.ts";
import { rowsOfSource } from "./memory-draft.ts";
import { MemoryStore } from "../tables/memory-store.ts";
import { packVector } from "./vector-codec.ts";
import { rescored } from "../recall/recall-lists.ts";
import { type Candidate, VectorIndex } from "./vector-index.ts";
import { VectorStore } from "./vector-store.ts";

const DIMENSION = 64;
let state = 1;
const next = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32 - 0.5;
const randomVector = () => normalise(Float32Array.from({ length: DIMENSION }, next));
const cosine = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

it("stores vectors in a quarter of the size, and sqlite-vec returns nearly the same cosines", () => {
  const { db } = openStore(join(mkdtempSync(join(tmpdir(), "satchel-vectors-")), "index.db"));
  const similarity = db.prepare("select 1 - vec_distance_cosine(vec_int8(?), vec_int8(?))").pluck();
  for (let n = 0; n < 50; n += 1) {
    const [a, b] = [randomVector(), randomVector()];
    expect(packVector(a)).toHaveLength(DIMENSION);
    expect(similarity.get(packVector(a), packVector(b))).toBeCloseTo(cosine(a, b), 2);
    expect(similarity.get(packVector(a), packVector(a))).toBeGreaterThan(0.999);
  }
  db.close();
});

it("returns no cosine for a vector that is gone, has a wrong length, or is all zeros", () => {
  const store = openStore(join(mkdtempSync(join(tmpdir(), "satchel-vectors-")), "index.db"));
  const source = { source: "s", workspace: "w", agent: null, neighbours: false };
  const draft = {
    item: null,
    lineFrom: null,
    lineTo: null,
    heading: "",
    kind: null,
    date: "2026-01-01",
    origin: "you" as const,
  };
  const texts = ["kept", "cut off", "zeros"];
  const drafts = texts.map((text) => ({ ...draft, tier: "daily" as const, text }));
  const memories = new MemoryStore(store, systemClock);
  memories.put(source, [...rowsOfSource(drafts, source)]);
  const ids = [...memories.known("s").values()].map(({ id }) => id);
  const query = randomVector();
  new VectorStore(store).save(
    "m",
    ids.map((id) => ({ id, vector: query })),
  );
  store.db.prepare("update memory_vectors set vector = x'0102' where memory = ?").run(ids[1]);
  store.db.prepare("update memory_vectors set vector = zeroblob(64) where memory = ?").run(ids[2]);
  const rows = store.db.prepare("select id as row, memory from memory_vectors").all() as Candidate[];
  const found = rescored(store.db, query, [...rows, { memory: 99, row: 99 }]);
  expect(found.filter(({ score }) => score > 0)).toEqual([{ memory: ids[0], score: expect.closeTo(1, 2) }]);
  expect(rescored(store.db, new Float32Array(DIMENSION), rows)).toEqual([]);
  store.close();
});

it("adds new vectors, filters by place, and finds the nearest among its candidates", () => {
  const store = openStore(join(mkdtempSync(join(tmpdir(), "satchel-vectors-")), "index.db"));
  const memories = new MemoryStore(store, systemClock);
  const vectors = new VectorStore(store);
  const made = new Map<number, Float32Array>();
  const add = (workspace: string, count: number) => {
    const source = { source: workspace, workspace, agent: null, neighbours: false };
    const draft = {
      item: null,
      lineFrom: null,
      lineTo: null,
      heading: "",
      kind: null,
      date: "2026-01-01",
      origin: "you" as const,
    };
    const drafts = Array.from({ length: count }, (_, at) => ({
      ...draft,
      tier: "daily" as const,
      text: `note ${at}`,
    }));
    memories.put(source, [...rowsOfSource(drafts, source)]);
    const entries = [...memories.known(workspace).values()].map(({ id }) => ({
      id,
      vector: randomVector(),
    }));
    vectors.save("m", entries);
    for (const { id, vector } of entries) made.set(id, vector);
    return new Set(entries.map(({ id }) => id));
  };
  const first = add("one", 1_500);
  const index = new VectorIndex("m", DIMENSION);
  index.refresh(store.db);
  expect(index.count).toBe(1_500);
  const second = add("two", 1_500);
  index.refresh(store.db);
  expect(index.count).toBe(3_000);

  const query = randomVector();
  const found = index.nearest(query, 400, ({ workspace }) => workspace === "two").map(({ memory }) => memory);
  expect(found).toHaveLength(400);
  expect(found.every((id) => second.has(id) && !first.has(id))).toBe(true);
  const near = (id: number) => cosine(made.get(id) ?? query, query);
  const exact = [...second].sort((a, b) => near(b) - near(a));
  expect(exact.slice(0, 10).filter((id) => found.includes(id)).length).toBeGreaterThanOrEqual(9);
  store.close();
});
