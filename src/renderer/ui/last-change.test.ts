import { expect, it } from "vitest";
import type { ListedChange } from "#shared/contract/changes.ts";
import { lastOf, lastUndo } from "./last-change.ts";

const change = (id: string, more: Partial<ListedChange>): ListedChange => ({
  id,
  at: "2026-11-17T00:00:00Z",
  actor: "you",
  kind: "save",
  title: "",
  files: [{ path: "a.md", layer: "base", before: null, after: "x", kept: true }],
  undoneBy: null,
  ...more,
});
const saved = change("save", {});
const moved = change("move", { kind: "move" });
const made = change("make", { kind: "create" });
const agents = change("agents", {
  kind: "write",
  files: [{ path: "agents.yaml", layer: "base", before: "x", after: "y", kept: true }],
});

it("finds what the tree did last, past what was saved and set elsewhere", () => {
  expect(lastOf([saved, agents, moved, made], "files")?.id).toBe("move");
  expect(lastOf([saved, agents, moved, made], "budget")?.id).toBe("agents");
});

it("goes on to the one before when the last is undone, and finds its undo to do it again", () => {
  const undo = change("undo", { kind: "undo", undoes: ["move"] });
  const changes = [undo, saved, { ...moved, undoneBy: "undo" }, made];
  expect(lastOf(changes, "files")?.id).toBe("make");
  expect(lastUndo(changes, "files")?.id).toBe("undo");
  expect(lastUndo(changes, "budget")).toBeNull();
});

it("does nothing again once something else was done there", () => {
  const undo = change("undo", { kind: "undo", undoes: ["move"] });
  expect(lastUndo([made, undo, { ...moved, undoneBy: "undo" }], "files")).toBeNull();
});
