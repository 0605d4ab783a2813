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
  origin: "you",
  usedAt: "2026-11-16T09:00:00Z",
});
const chain = [relation("ann", "ben"), relation("cay", "ben"), relation("cay", "dov")];
const told = (hops: number, from = "ann") =>
  neighboursOf(chain, from, hops).map(
    ({ entity, path }) => `${entity}: ${path.map(({ id }) => id).join(" ")}`,
  );

it("follows relations in both directions, nearest first, and returns the path", () => {
  expect(told(3)).toEqual(["ben: ann-ben", "cay: ann-ben cay-ben", "dov: ann-ben cay-ben cay-dov"]);
});

it("stops after the given number of steps", () => {
  expect(told(1)).toEqual(["ben: ann-ben"]);
  expect(told(1, "nobody")).toEqual([]);
});

it("terminates on cycles, and returns each entity once", () => {
  const round = [...chain, relation("dov", "ann"), relation("ann", "ann")];
  expect(neighboursOf(round, "ann", 4).map(({ entity }) => entity)).toEqual(["ben", "dov", "cay"]);
});

it("prefers the path with the higher confidence", () => {
  const two = [relation("ann", "ben", 0.2), { ...relation("ben", "ann", 0.9), id: "sure" }];
  expect(neighboursOf(two, "ann", 1)[0]?.path[0]?.id).toBe("sure");
});
