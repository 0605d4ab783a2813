import { expect, it } from "vitest";
import { askedAt, rankPaths } from "./suggest.ts";

it("treats @ after a space as a file, and only up to the caret", () => {
  expect(askedAt("@sup", 4)).toEqual({ kind: "file", query: "sup", from: 0 });
  expect(askedAt("see @sup and", 8)).toEqual({ kind: "file", query: "sup", from: 4 });
  expect(askedAt("see @suppliers", 6)).toEqual({ kind: "file", query: "s", from: 4 });
  expect(askedAt("me@example.org", 14)).toBeNull();
  expect(askedAt("see @sup and", 12)).toBeNull();
});

it("treats / as a command only as the very first character", () => {
  expect(askedAt("/com", 4)).toEqual({ kind: "command", query: "com", from: 0 });
  expect(askedAt(" /com", 5)).toBeNull();
  expect(askedAt("/com now", 8)).toBeNull();
});

it("lists names that start with it first, then names, then paths that contain it", () => {
  const paths = ["hours/list.md", "workspace/opening-hours.md", "workspace/HOURS.md", "PRICES.md"];
  expect(rankPaths(paths, "hours", 8)).toEqual([
    "workspace/HOURS.md",
    "workspace/opening-hours.md",
    "hours/list.md",
  ]);
  expect(rankPaths(paths, "", 2)).toHaveLength(2);
});
