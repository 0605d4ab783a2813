import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { randomIds } from "../../base/ids.ts";
import { openStore, type Store } from "../../store/open-store.ts";
import { Graph } from "../tables/graph.ts";
import { type GraphSources, listEntities, listNeighbours } from "./graph-view.ts";

let store: Store;
let graph: Graph;
let sources: GraphSources;
beforeEach(() => {
  store = openStore(join(mkdtempSync(join(tmpdir(), "satchel-")), "index.db"));
  graph = new Graph(store, randomIds);
  sources = { learned: graph, notes: () => ({ notes: [], links: [] }) };
  const relations = [
    { from: "Anna", type: "works_at", to: "Harbor Bakery", confidence: 0.9 },
    { from: "Harbor Bakery", type: "buys_from", to: "Mill", confidence: 0.8 },
  ];
  graph.upsert("w", { entities: [], relations }, new Date("2026-11-16T12:00:00.000Z"));
});
afterEach(() => store.close());

const idOf = (name: string) => graph.entities("w").find((entity) => entity.name === name)?.id ?? "";

it("counts the links of each entity, and all of them when only some are listed", () => {
  const all = listEntities(sources, "w", 10);
  expect(new Map(all.entities.map(({ name, links }) => [name, links]))).toEqual(
    new Map([
      ["Anna", 1],
      ["Harbor Bakery", 2],
      ["Mill", 1],
    ]),
  );
  expect(listEntities(sources, "w", 1)).toMatchObject({ entities: [{}], total: 3, relations: 2 });
});

it("names each step on the way to a neighbour", () => {
  const { entity, neighbours } = listNeighbours(sources, "w", idOf("Anna"), 2);
  expect(entity.name).toBe("Anna");
  expect(neighbours.map((each) => [each.entity.name, each.hops])).toEqual([
    ["Harbor Bakery", 1],
    ["Mill", 2],
  ]);
  expect(neighbours[1]?.path).toMatchObject([
    { source: "Anna", type: "works at", target: "Harbor Bakery" },
    { source: "Harbor Bakery", type: "buys from", target: "Mill" },
  ]);
});

it("refuses an entity that is not there any more, or is another workspace's", () => {
  expect(() => listNeighbours(sources, "other", idOf("Anna"), 1)).toThrow("Nothing is known by this name");
});
