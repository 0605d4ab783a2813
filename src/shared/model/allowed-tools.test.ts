import { expect, it } from "vitest";
import { isAllowed, withTool } from "./allowed-tools.ts";

it("matches a star with any run of characters, and everything else literally", () => {
  const allowed = (pattern: string) =>
    ["memory_search", "memory_get", "who_am_i", "a.b", "azb"].filter((name) => isAllowed(name, [pattern]));
  expect(allowed("memory_*")).toEqual(["memory_search", "memory_get"]);
  expect(allowed("*_*_i")).toEqual(["who_am_i"]);
  expect(allowed("a.b")).toEqual(["a.b"]);
  expect(allowed("*")).toHaveLength(5);
  expect(allowed("a*z*b")).toEqual(["azb"]);
  expect(allowed("azb*b")).toEqual([]);
  expect(allowed("")).toEqual([]);
  expect(isAllowed("x", null)).toBe(true);
});

it("answers at once however many stars there are", () => {
  expect(isAllowed("memory_search_and_more_and_more", [`${"*".repeat(40)}!`])).toBe(false);
  expect(isAllowed("a".repeat(50), [`${"*a".repeat(30)}!`])).toBe(false);
});

it("switches one tool on or off and leaves the other entries as they are", () => {
  const known = ["read_file", "memory_get", "memory_search"];
  expect(withTool(["memory_*", "later_*"], "memory_get", false, known)).toEqual(["memory_search", "later_*"]);
  expect(withTool(["memory_*"], "memory_get", true, known)).toEqual(["memory_*"]);
  expect(withTool(["memory_get"], "read_file", true, known)).toEqual(["memory_get", "read_file"]);
  expect(withTool(["memory_get"], "memory_get", false, known)).toEqual([]);
});
