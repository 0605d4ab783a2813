import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { openStore } from "../store/open-store.ts";
import { systemClock } from "../base/clock.ts";
import { normalise } from "../embeddings/embedder.ts";
import { rowsOfSource } from "./memory-draft.ts";
import { MemoryStore } from "./memory-store.ts";
import { packVector, similarity } from "./vector-codec.ts";
import { VectorIndex } from "./vector-index.ts";
import { VectorStore } from "./vector-store.ts";

const dimension = 64;
let state = 1;
const next = () => (state = (Math.imul(state, 1664525) + 1013904223) >>> 0) / 2 ** 32 - 0.5;
const randomVector = () => normalise(Float32Array.from({ length: dimension }, next));
const cosine = (a: Float32Array, b: Float32Array) =>
  a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0);

it("stores vectors in a quarter of the room with nearly the same cosines", () => {
  for (let n = 0; n < 50; n += 1) {
    const [a, b] = [randomVector(), randomVector()];
    expect(similarity(packVector(a), b)).toBeCloseTo(cosine(a, b), 2);
    expect(similarity(packVector(a), a)).toBeGreaterThan(0.999);
  }
});

it("takes in what is added, filters by place, and finds the nearest among its candidates", () => {
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
  const index = new VectorIndex("m", dimension);
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
