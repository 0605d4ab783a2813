import { expect, it } from "vitest";
import type { ListedChange } from "#shared/contract/changes.ts";
import { lastOf, lastUndo, stepOf } from "./last-change.ts";

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
  view: "budget",
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

it("undoes in the budget only what was made there, also in a file", () => {
  const form = change("form", { kind: "write", files: agents.files });
  const priority = change("priority", { kind: "write", view: "budget" });
  expect(lastOf([form, saved, agents], "budget")?.id).toBe("agents");
  expect(lastOf([form, priority, agents], "budget")?.id).toBe("priority");
  expect(lastOf([form, priority, agents, moved], "files")?.id).toBe("move");
});

it("undoes the links that a rename mended before the rename itself", () => {
  const mended = change("mend", { kind: "write", view: "files" });
  expect(lastOf([mended, moved], "files")?.id).toBe("mend");
});

it("takes a new file and its naming as one step, there and back", () => {
  const untitled = change("make", {
    kind: "create",
    files: [{ path: "untitled.md", layer: "base", before: null, after: "x", kept: true }],
  });
  const named = change("name", { kind: "move", move: { from: "untitled.md", to: "a.md" } });
  expect(stepOf([named, untitled], named)).toEqual(["make", "name"]);
  expect(stepOf([named, saved, untitled], named)).toEqual(["name"]);
  const unnamed = change("unname", { kind: "undo", undoes: ["name"] });
  const unmade = change("unmake", { kind: "undo", undoes: ["make"] });
  const undone = [unmade, unnamed, { ...named, undoneBy: "unname" }, { ...untitled, undoneBy: "unmake" }];
  expect(lastUndo(undone, "files")?.id).toBe("unmake");
  expect(stepOf(undone, unmade)).toEqual(["unmake", "unname"]);
});
