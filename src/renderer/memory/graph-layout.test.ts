import { expect, it } from "vitest";
import type { GraphNeighbour } from "#shared/contract/memory-graph.ts";
import { graphLayout, MAX_SPOTS } from "./graph-layout.ts";

const entity = (name: string) => ({
  id: name,
  name,
  type: "thing",
  strength: 1,
  usedAt: null,
  path: null,
  links: 1,
});
const step = (source: string, target: string) => ({
  relation: `${source}-${target}`,
  source,
  type: "knows",
  target,
  confidence: 1,
});
const near = (name: string): GraphNeighbour => ({
  entity: entity(name),
  hops: 1,
  from: "mid",
  path: [step("mid", name)],
});
const far = (name: string, by: string): GraphNeighbour => ({
  entity: entity(name),
  hops: 2,
  from: by,
  path: [step("mid", by), step(name, by)],
});

it("attaches each entity to the one it was reached from, with a column per step", () => {
  const { spots } = graphLayout("mid", [near("a"), near("b"), far("c", "a")]);
  expect(spots.find(({ id }) => id === "c")).toMatchObject({ from: "a", hops: 2, says: "knows" });
  expect(spots.find(({ id }) => id === "b")).toMatchObject({ from: "mid", hops: 1 });
});

it("gives each leaf its own line and centres its parents", () => {
  const { spots, rows, middle } = graphLayout("mid", [near("a"), near("b"), far("c", "a"), far("d", "a")]);
  const row = (name: string) => spots.find(({ id }) => id === name)?.row;
  expect([row("c"), row("d"), row("b")]).toEqual([0, 1, 2]);
  expect(row("a")).toBe(0.5);
  expect({ rows, middle }).toEqual({ rows: 3, middle: 1.25 });
});

it("draws no more than can be read", () => {
  const many = Array.from({ length: 100 }, (_, index) => near(`n${index}`));
  expect(graphLayout("mid", many).spots).toHaveLength(MAX_SPOTS);
});

it("keeps two entities of the same name apart", () => {
  const [one, other] = ["one", "other"].map((id) => ({
    ...near(id),
    entity: { ...entity(id), name: "README" },
  }));
  const { spots } = graphLayout("mid", [one!, { ...other!, hops: 3, from: "c" }, far("c", "one")]);
  expect(spots.map(({ id, from }) => `${from} ${id}`).sort()).toEqual(["c other", "mid one", "one c"]);
});
