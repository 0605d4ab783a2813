import { expect, it } from "vitest";
import { noteSuggestions } from "./note-completion.ts";

const note = (path: string, aliases: string[] = []) => ({
  path,
  name: path.slice(path.lastIndexOf("/") + 1).replace(/\.md$/, ""),
  title: null,
  aliases,
  isNote: path.endsWith(".md"),
});

it("links by name, and by path where two notes have the same", () => {
  const names = [note("Rye.md"), note("a/Hours.md"), note("b/Hours.md"), note("art/plan.png")];
  expect(noteSuggestions(names, "").map(({ link }) => link)).toEqual([
    "Rye",
    "a/Hours",
    "b/Hours",
    "plan.png",
  ]);
});

it("shows the alias that was typed, and links the note by it", () => {
  expect(noteSuggestions([note("Rye.md", ["Roggenbrot"])], "rogg")).toEqual([
    { label: "Roggenbrot", detail: "Rye.md", link: "Rye|Roggenbrot" },
  ]);
});
