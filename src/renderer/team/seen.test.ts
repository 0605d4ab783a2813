import { expect, it } from "vitest";
import type { TeamItem } from "#shared/model/team.ts";
import { lookAt, withFirstLook, withLook } from "./seen.ts";

const item = (id: string, version: number) => ({ id, version }) as TeamItem;

it("calls nothing new on the first look at a space, and what comes later until it is looked at", () => {
  const first = withFirstLook([], "kitchen", [item("a", 1), item("b", 3)]);
  expect(lookAt(first, "kitchen", item("a", 1))).toEqual({ kind: "same" });
  expect(withFirstLook(first, "kitchen", [item("c", 1)])).toBe(first);
  expect(lookAt(first, "kitchen", item("c", 1))).toEqual({ kind: "new" });
  const looked = withLook(first, "kitchen", item("c", 1));
  expect(lookAt(looked, "kitchen", item("c", 1))).toEqual({ kind: "same" });
});

it("says which version was seen last, for each space on its own", () => {
  const first = withFirstLook([], "kitchen", [item("a", 1)]);
  expect(lookAt(first, "kitchen", item("a", 4))).toEqual({ kind: "changed", seen: 1 });
  expect(lookAt(first, "office", item("a", 1))).toEqual({ kind: "new" });
});

it("takes an id from a server as text, whatever it is", () => {
  const seen = withLook([], "__proto__", item("constructor", 2));
  expect(lookAt(seen, "__proto__", item("constructor", 2))).toEqual({ kind: "same" });
  expect(lookAt(seen, "toString", item("valueOf", 1))).toEqual({ kind: "new" });
});
