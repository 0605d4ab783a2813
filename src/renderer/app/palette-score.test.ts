import { expect, it } from "vitest";
import { bestOf, paletteScore } from "./palette-score.ts";

it("needs every word, and never takes scattered letters for one", () => {
  expect(paletteScore("Use the profile Persona for Juno", "suppliers")).toBe(0);
  expect(paletteScore("Settings: Network", "network settings")).toBeGreaterThan(0);
  expect(paletteScore("Settings: Network", "network trash")).toBe(0);
});

it("prefers a name that begins with the word, to one that has it, to a folder that has it", () => {
  const scores = ["w/oven.md", "w/the-oven.md", "oven/notes.md"].map((path) => paletteScore(path, "oven"));
  expect(scores).toEqual(scores.toSorted((a, b) => b - a));
  expect(new Set(scores).size).toBe(3);
});

it("finds the row that fits best, the first of equals", () => {
  expect(bestOf(["w/the-oven.md", "w/oven.md", "oven.txt"], "oven")).toBe("w/oven.md");
  expect(bestOf(["New file", "New conversation", "New conversation with Juno"], "new conversation")).toBe(
    "New conversation",
  );
  expect(bestOf(["Dark theme"], "xyz")).toBeNull();
});
