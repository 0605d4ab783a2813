import { expect, it } from "vitest";
import { nameProblem } from "./file-name.ts";

it.each(["a:b.md", "a/b.md", "a\\b.md", "what?.md", "*.md", '"x".md', "a<b", "a>b", "a|b"])(
  "refuses %s for its sign",
  (name) => expect(nameProblem(name)?.kind).toBe("sign"),
);

it.each([
  ["", "empty"],
  ["  ", "empty"],
  [".", "dots"],
  ["..", "dots"],
  ["notes.", "end"],
  ["notes ", "end"],
  ["CON", "reserved"],
  ["nul.md", "reserved"],
  ["Com1.txt", "reserved"],
  ["a\u0007b", "control"],
  ["é".repeat(128), "too-long"],
])("refuses %j", (name, kind) => expect(nameProblem(name)?.kind).toBe(kind));

it.each(["AGENTS.md", ".gitignore", "console.md", "Grüße & Co. (2).md", "x".repeat(255), "a b.md"])(
  "takes %s",
  (name) => expect(nameProblem(name)).toBeNull(),
);
