import { expect, it } from "vitest";
import { hasInvisible, shortPath, visiblePath, visibleText } from "./visible-text.ts";

it.each([
  ["report-\u202Ecod.hs.run", "report-<U+202E>cod.hs.run"],
  ["README.md\u00A0\u00A0.sh", "README.md<U+00A0><U+00A0>.sh"],
  ["a\u200Db\u{E0041}.md", "a<U+200D>b<U+E0041>.md"],
  ["a\u3164.md", "a<U+3164>.md"],
  ["a\nb.md", "a<U+000A>b.md"],
])("shows what cannot be seen in the path %j", (path, shown) => {
  expect(visiblePath(path)).toBe(shown);
  expect(hasInvisible(path)).toBe(true);
});

it.each(["notes/Ünï cödé 日本語.md", "emoji 🐙.md", "שלום.md"])("leaves %s as it is", (path) => {
  expect(visiblePath(path)).toBe(path);
  expect(hasInvisible(path)).toBe(false);
});

it("shows reordering and hidden characters in text, and keeps joiners that words and emoji need", () => {
  expect(visibleText("if (admin\u202E \u2066// check\u2069)")).toBe(
    "if (admin<U+202E> <U+2066>// check<U+2069>)",
  );
  expect(visibleText("\u{1F468}\u200D\u{1F469} می\u200Cخواهم\tx\u00A0y\r\n")).toBe(
    "\u{1F468}\u200D\u{1F469} می\u200Cخواهم\tx\u00A0y\r\n",
  );
  expect(visibleText("ad\u200Dmin")).toBe("ad<U+200D>min");
  expect(visibleText("\u001B[2J")).toBe("<U+001B>[2J");
});

it("cuts a path in the middle, so that the name stays", () => {
  const path = `notes/weekly/a-summary-${"x".repeat(80)}/.husky/pre-commit`;
  const short = shortPath(path, 40);
  expect(short).toHaveLength(40);
  expect(short).toMatch(/^notes\/weekly\/.*….*\/\.husky\/pre-commit$/);
  expect(shortPath("notes/day.md", 40)).toBe("notes/day.md");
  expect(shortPath(`${"y".repeat(90)}.md`, 40)).toMatch(/^y+…y+\.md$/);
});
