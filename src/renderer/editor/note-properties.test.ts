import { expect, it } from "vitest";
import { notePropertiesOf } from "./note-properties.ts";

const shown = (text: string) =>
  notePropertiesOf(text).properties.map(({ key, values }) => `${key}: ${values.join(" | ")}`);

it("reads the YAML at the top of a note", () => {
  const note =
    "---\ntitle: Rye\ntags: [bread, dark]\naliases:\n  - Brot\nmade: {by: Ana}\nempty:\n---\n# Rye";
  expect(shown(note)).toEqual([
    "title: Rye",
    "tags: bread | dark",
    "aliases: Brot",
    'made: {"by":"Ana"}',
    "empty: ",
  ]);
  expect(notePropertiesOf(note).problem).toBeNull();
});

it("takes tags in one text apart, with commas or blanks", () => {
  expect(shown("---\ntags: bread, dark\n---\n")).toEqual(["tags: bread | dark"]);
});

it("reads the comments where there is no YAML", () => {
  expect(shown("<!-- priority: 5 -->\n<!-- tags: a, b -->\n# X")).toEqual(["priority: 5", "tags: a | b"]);
});

it("says in which line broken YAML breaks, and shows the rest", () => {
  const { problem } = notePropertiesOf('---\ntitle: Rye\nnote: "open\n---\ntext');
  expect(problem?.line).toBe(3);
  expect(problem?.text).toMatch(/quote/i);
});

it("keeps its limits: many keys, deep lists, aliases, a name of the language", () => {
  const many = Array.from({ length: 500 }, (_, n) => `k${n}: ${"x".repeat(2_000)}`).join("\n");
  expect(notePropertiesOf(`---\n${many.slice(0, 60_000)}\n---\n`).properties.length).toBeLessThanOrEqual(100);
  expect(notePropertiesOf(`---\na: ${"[".repeat(20_000)}\n---\n`).problem).not.toBeNull();
  expect(notePropertiesOf("---\na: &x [1]\nb: *x\n---\n").problem).not.toBeNull();
  expect(shown("---\n__proto__: 1\nconstructor: 2\n---\n")).toContain("constructor: 2");
});

it("has nothing to say about a rule at the top", () => {
  expect(notePropertiesOf("---\nJust a rule above.\n---\n").properties).toEqual([]);
});
