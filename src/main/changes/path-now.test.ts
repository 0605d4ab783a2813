import { expect, it } from "vitest";
import type { Change } from "#shared/model/change.ts";
import { pathNow } from "./path-now.ts";

let next = 0;
const change = (rest: Partial<Change>): Change => ({
  id: `c${next++}`,
  at: "2026-11-18T08:00:00Z",
  actor: "you",
  kind: "write",
  title: "",
  files: [],
  ...rest,
});
const side = (path: string, before: string | null, after: string | null): Change["files"] => [
  { path, layer: "base", before, after, kept: true },
];
const moved = (from: string, to: string) => change({ move: { from, to } });
const removed = (path: string) => change({ files: side(path, "x", null) });
const file = { path: "notes/a.md", layer: "base", after: "x" } as const;

it("follows a file and its folders", () => {
  expect(pathNow(file, [])).toBe("notes/a.md");
  expect(pathNow(file, [moved("notes/a.md", "b.md"), moved("b.md", "c.md")])).toBe("c.md");
  expect(pathNow(file, [moved("notes", "old/notes")])).toBe("old/notes/a.md");
});

it("has a removed file where it was", () => {
  expect(pathNow({ ...file, after: null }, [moved("b.md", "notes/a.md"), moved("notes/a.md", "b.md")])).toBe(
    "notes/a.md",
  );
});

it("does not follow a different file that had its place for a while", () => {
  const gone = removed("notes/a.md");
  const away = [gone, moved("b.md", "notes/a.md"), change({ files: side("notes/a.md", "y", "z") })];
  expect(pathNow(file, [...away, moved("notes/a.md", "c.md")])).toBe("notes/a.md");
  const other = removed("notes/a.md");
  const back = change({ files: side("notes/a.md", null, "z"), undoes: [other.id] });
  expect(pathNow(file, [...away, other, back, moved("notes/a.md", "c.md")])).toBe("notes/a.md");
});

it("follows a file again that was brought back, or that a program saves by removing it first", () => {
  const gone = removed("notes/a.md");
  const back = change({ files: side("notes/a.md", null, "x"), undoes: [gone.id] });
  expect(pathNow(file, [gone, back, moved("notes/a.md", "b.md")])).toBe("b.md");
  const saved = change({ files: side("notes/a.md", null, "y"), actor: "outside" });
  expect(pathNow(file, [gone, saved, moved("notes/a.md", "b.md")])).toBe("b.md");
});
