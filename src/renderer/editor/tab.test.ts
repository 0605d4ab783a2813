import { expect, it } from "vitest";
import { movedTo, neighbourOf, newTab } from "./tab.ts";

it("follows a file and the files of a moved folder, and nothing else", () => {
  expect(movedTo("a/b.md", "a/b.md", "c/b.md")).toBe("c/b.md");
  expect(movedTo("a/b/c.md", "a/b", "d")).toBe("d/c.md");
  expect(movedTo("a/bc.md", "a/b", "d")).toBeNull();
});

it("shows the right neighbour of a closed tab, otherwise the left one", () => {
  const tabs = ["1", "2", "3"].map((path) => newTab(path, "other"));
  expect(neighbourOf(tabs, "2")).toBe("3");
  expect(neighbourOf(tabs, "3")).toBe("2");
  expect(neighbourOf(tabs.slice(0, 1), "1")).toBeNull();
});
