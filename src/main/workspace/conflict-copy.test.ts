import { expect, it } from "vitest";
import { conflictOriginal } from "./conflict-copy.ts";

it.each([
  ["Note (conflict 2026-11-17).md", "Note.md"],
  ["Note (conflict).md", "Note.md"],
  ["Note (Conflicted copy phone 202611171405).md", "Note.md"],
  ["My note (Ada's conflicted copy 2026-11-17).md", "My note.md"],
  ["Note (conflicted copy 2026-11-17 140501).md", "Note.md"],
  ["Note (draft) (conflict 2026-11-17).md", "Note (draft).md"],
  ["Note.sync-conflict-20261117-140501-ABCDEFG.md", "Note.md"],
  ["Makefile (conflicted copy 2026-11-17)", "Makefile"],
])("knows %s as a copy of %s", (name, original) => {
  expect(conflictOriginal(name)).toBe(original);
});

it.each([
  "Note.md",
  "Conflict.md",
  "How to solve a conflict.md",
  "Conflict (2026).md",
  "(conflict).md",
  "Note (conflicts of interest).md",
  "Note (conflict of interest).md",
  "Note (1).md",
  "sync-conflict.md",
])("leaves %s alone", (name) => {
  expect(conflictOriginal(name)).toBeNull();
});
