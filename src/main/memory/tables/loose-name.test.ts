import { expect, it } from "vitest";
import { looseName } from "./loose-name.ts";

it("treats spellings of one name as one", () => {
  const same = ["Harbor Bakery", "the harbor-bakery", "HARBOR  BAKERY, Inc.", "Harbör Bakery's"];
  expect(new Set(same.map(looseName))).toEqual(new Set(["harbor bakery"]));
});

it("keeps different names apart", () => {
  expect(looseName("Anna Miller")).not.toBe(looseName("Anna Miller-Smith"));
  expect(looseName("面包店")).not.toBe(looseName("面包"));
});

it("keeps a name that consists only of an article", () => {
  expect(looseName("The The")).toBe("the the");
});
