import { expect, it } from "vitest";
import type { TeamItem } from "#shared/model/team.ts";
import { changedSince, nameOf } from "./team-words.ts";

it("calls an item by its place, its title, or how it begins", () => {
  expect(nameOf({ path: "knowledge/ovens.md", heading: "Ovens", body: "x" })).toBe("knowledge/ovens.md");
  expect(nameOf({ path: null, heading: "Ovens", body: "x" })).toBe("Ovens");
  expect(nameOf({ path: null, heading: "", body: "\n Rye at six.\nWheat later." })).toBe("Rye at six.");
  expect(nameOf({ path: null, heading: "", body: "x".repeat(100) })).toBe(`${"x".repeat(60)}…`);
});

it("finds the present version only where a proposal began with a different one", () => {
  const items = [{ id: "a", version: 3 } as TeamItem];
  expect(changedSince({ item: "a", baseVersion: 2 }, items)?.version).toBe(3);
  expect(changedSince({ item: "a", baseVersion: 3 }, items)).toBeNull();
  expect(changedSince({ item: null, baseVersion: null }, items)).toBeNull();
  expect(changedSince({ item: "a", baseVersion: 2 }, null)).toBeNull();
});
