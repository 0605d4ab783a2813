import { expect, it } from "vitest";
import { matchesGlob } from "./match-glob.ts";

it.each([
  ["*.md", "Inbox.md", true],
  ["*.md", "Travel/Inbox.md", false],
  ["./*.md", "Inbox.md", true],
  ["**/*.md", "Inbox.md", true],
  ["**/*.md", "Travel/2026/Kyoto.md", true],
  ["Projects/**/*.md", "Projects/a.md", true],
  ["Projects/**/*.md", "Projects/x/y/a.md", true],
  ["Projects/**/*.md", "Areas/a.md", false],
  ["Projects/**", "Projects/x/a.txt", true],
  ["Projects/**", "Projects", true],
  ["Travel/Kyoto.md", "Travel/Kyoto.md", true],
  ["a?c*.md", "abc-1.md", true],
  ["a.c", "abc", false],
  ["(x)[1].md", "(x)[1].md", true],
  ["", "a.md", false],
])("%s and %s: %s", (glob, path, expected) => {
  expect(matchesGlob(path, glob)).toBe(expected);
});

it("is fast for a pattern made to be slow", () => {
  expect(matchesGlob(`${"a".repeat(4_000)}/b`, `${"*a".repeat(2_000)}/c`)).toBe(false);
});
