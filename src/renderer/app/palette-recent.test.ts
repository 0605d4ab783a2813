import { expect, it } from "vitest";
import { recentFirst, recentIn, remember } from "./palette-recent.ts";

const windowState = () => {
  const kept = new Map<string, unknown>();
  return {
    read: <Value>(key: string, fallback: Value) => (kept.get(key) as Value | undefined) ?? fallback,
    write: (key: string, value: unknown) => void kept.set(key, value),
    adopt: () => {},
  };
};

it("puts what was chosen last first, and leaves the others in their order", () => {
  const state = windowState();
  for (const path of ["b.md", "d.md", "b.md"]) remember(state, "files", path);
  const { files, commands } = recentIn(state);
  expect(recentFirst(["a.md", "b.md", "c.md", "d.md"], files, (path) => path)).toEqual([
    "b.md",
    "d.md",
    "a.md",
    "c.md",
  ]);
  expect(commands).toEqual([]);
});

it("remembers eight of each", () => {
  const state = windowState();
  for (let index = 0; index < 20; index += 1) remember(state, "commands", `c${index}`);
  expect(recentIn(state).commands).toEqual(["c19", "c18", "c17", "c16", "c15", "c14", "c13", "c12"]);
});
