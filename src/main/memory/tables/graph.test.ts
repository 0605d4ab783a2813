import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { randomIds } from "../../base/ids.ts";
import { openStore, type Store } from "../../store/open-store.ts";
import { Graph } from "./graph.ts";

let store: Store;
let graph: Graph;
beforeEach(() => {
  store = openStore(join(mkdtempSync(join(tmpdir(), "satchel-")), "index.db"));
  graph = new Graph(store, randomIds);
});
afterEach(() => store.close());

const day = (n: number) => new Date(Date.UTC(2026, 10, n, 12));
const named = (...names: string[]) => ({
  entities: names.map((name) => ({ name, type: "company" })),
  relations: [],
});
const works = { from: "Anna Miller", type: "Works at", to: "the Harbor Bakery", confidence: 0.8 };

it("treats loosely equal names as one entity", () => {
  graph.upsert("w", named("Harbor Bakery", "the harbor-bakery", "Harbour Bakery, Inc."), day(1));
  expect(graph.entities("w").map(({ name }) => name)).toEqual(["Harbor Bakery"]);
});

it("keeps short names, and names with different numbers, apart", () => {
  graph.upsert("w", named("Anna", "Anne", "Warehouse 11", "Warehouse 12"), day(1));
  expect(graph.entities("w")).toHaveLength(4);
});

it("keeps workspaces apart", () => {
  graph.upsert("w", named("Harbor Bakery"), day(1));
  expect(graph.entities("other")).toEqual([]);
});

it("creates the ends of a relation, and returns what is new", () => {
  const first = graph.upsert("w", { entities: [], relations: [works] }, day(1));
  expect(first.entities).toHaveLength(2);
  expect(graph.relations("w")).toMatchObject([{ type: "works_at", confidence: 0.8, strength: 0.5 }]);
  const again = graph.upsert("w", { entities: [], relations: [{ ...works, confidence: 0.9 }] }, day(1));
  expect(again).toEqual({ entities: [], relations: [] });
  expect(graph.relations("w")).toMatchObject([{ confidence: 0.9, strength: 0.6 }]);
});

it("adds 0.10 for a use and 0.20 for praise, to a relation and its ends", () => {
  const works = { from: "Kate", type: "works at", to: "Harbor Bakery", confidence: 0.8 };
  const { relations } = graph.upsert(
    "w",
    { entities: [{ name: "Ada", type: "person" }], relations: [works] },
    day(1),
  );
  const strengths = () => [
    ...graph.relations("w").map(({ strength }) => strength),
    ...["Kate", "Harbor Bakery", "Ada"].map(
      (name) => graph.entities("w").find((entity) => entity.name === name)?.strength,
    ),
  ];
  graph.strengthen(relations, "accessed", day(1));
  expect(strengths()).toEqual([0.6, 0.6, 0.6, 0.5]);
  graph.strengthen(relations, "praised", day(1));
  expect(strengths()).toEqual([0.8, 0.8, 0.8, 0.5]);
  graph.strengthen(relations, "praised", day(1));
  graph.strengthen(relations, "praised", day(1));
  expect(strengths()).toEqual([1, 1, 1, 0.5]);
});

it("removes a relation and the entities without any other relation", () => {
  const relation = (from: string, to: string) => ({ from, type: "knows", to, confidence: 0.8 });
  const { relations } = graph.upsert(
    "w",
    { entities: [], relations: [relation("Kate", "Ada"), relation("Kate", "Holt")] },
    day(1),
  );
  graph.removeRelation(relations[0] ?? "");
  expect(
    graph
      .entities("w")
      .map(({ name }) => name)
      .sort(),
  ).toEqual(["Holt", "Kate"]);
});

it("fades by 0.97 for each whole day without use, each day once", () => {
  graph.upsert("w", named("Harbor Bakery"), day(1));
  graph.fade(day(1));
  expect(graph.entities("w")[0]?.strength).toBe(0.5);
  graph.fade(day(4));
  graph.fade(day(4));
  expect(graph.entities("w")[0]?.strength).toBeCloseTo(0.5 * 0.97 ** 3, 12);
  graph.fade(day(5));
  expect(graph.entities("w")[0]?.strength).toBeCloseTo(0.5 * 0.97 ** 4, 12);
});

it("prunes below 0.01, an entity with its relations", () => {
  graph.upsert("w", { entities: [], relations: [works] }, day(1));
  const later = new Date(day(1).getTime() + 129 * 86_400_000);
  expect(graph.fade(later)).toMatchObject({ pruned: 2 });
  expect(graph.entities("w")).toEqual([]);
  expect(graph.relations("w")).toEqual([]);
});

it("removes an entity with its relations", () => {
  const { entities } = graph.upsert("w", { entities: [], relations: [works] }, day(1));
  expect(graph.remove(entities.slice(0, 1))).toBe(1);
  expect(graph.relations("w")).toEqual([]);
});
