import { expect, it } from "vitest";
import type { Relation } from "../tables/graph.ts";
import { neighboursOf } from "./neighbours.ts";

const relation = (source: string, target: string, confidence = 1): Relation => ({
  id: `${source}-${target}`,
  source,
  type: "knows",
  target,
  confidence,
  strength: 1,
  usedAt: "2026-11-16T09:00:00Z",
});
const chain = [relation("ann", "ben"), relation("cay", "ben"), relation("cay", "dov")];
const told = (hops: number, from = "ann") =>
  neighboursOf(chain, from, hops).map(
    ({ entity, path }) => `${entity}: ${path.map(({ id }) => id).join(" ")}`,
  );

it("follows relations both ways, nearest first, and tells the way", () => {
  expect(told(3)).toEqual(["ben: ann-ben", "cay: ann-ben cay-ben", "dov: ann-ben cay-ben cay-dov"]);
});

it("stops after so many steps", () => {
  expect(told(1)).toEqual(["ben: ann-ben"]);
  expect(told(1, "nobody")).toEqual([]);
});

it("comes to an end where relations go round, and names each once", () => {
  const round = [...chain, relation("dov", "ann"), relation("ann", "ann")];
  expect(neighboursOf(round, "ann", 4).map(({ entity }) => entity)).toEqual(["ben", "dov", "cay"]);
});

it("takes the surer of two ways", () => {
  const two = [relation("ann", "ben", 0.2), { ...relation("ben", "ann", 0.9), id: "sure" }];
  expect(neighboursOf(two, "ann", 1)[0]?.path[0]?.id).toBe("sure");
});
