import { describe, expect, it } from "vitest";
import { appendedTo, dateOfDaily, noteKinds, noteLine, parseDailyNotes } from "./daily-notes.ts";

describe("parseDailyNotes", () => {
  it("reads the five kinds in each spelling, with their lines", () => {
    const text =
      "# Monday\n\n- decision: Rye only.\r\n- [outcome] Sold out.\n- **Strategy:** Bake at 4.\nHello.\n";
    expect(parseDailyNotes(text)).toEqual([
      { kind: "decision", text: "Rye only.", line: 3 },
      { kind: "outcome", text: "Sold out.", line: 4 },
      { kind: "strategy", text: "Bake at 4.", line: 5 },
      { kind: "note", text: "Hello.", line: 6 },
    ]);
  });

  it("treats a word before a colon that is not a kind as part of the note", () => {
    expect(parseDailyNotes("- deadline: Friday")).toEqual([
      { kind: "note", text: "deadline: Friday", line: 1 },
    ]);
  });

  it("finds no note in headings, rules, comments and blank lines", () => {
    expect(parseDailyNotes("## Memory Flush — 2026-11-16T00:00:00Z\n\n---\n<!-- x -->\n- \n")).toEqual([]);
  });

  it("reads what it writes, for every kind", () => {
    const notes = noteKinds.map((kind) => ({ kind, text: "Flour: 20 kg, rye" }));
    const read = parseDailyNotes(notes.map(noteLine).join("\n"));
    expect(read.map(({ kind, text }) => ({ kind, text }))).toEqual(notes);
  });

  it("writes a note of several lines as one line", () => {
    expect(noteLine({ kind: "note", text: "one\n\n  two " })).toBe("- one two");
  });
});

it("starts a new line when the file did not end with one", () => {
  expect(appendedTo("", ["- a"])).toBe("- a\n");
  expect(appendedTo("- x\n", ["- a", "- b"])).toBe("- a\n- b\n");
  expect(appendedTo("- x", ["- a"])).toBe("\n- a\n");
  expect(appendedTo("- x", [])).toBe("");
});

it("recognises a day's file by its name", () => {
  expect(dateOfDaily("memory/2026-11-16.md")).toBe("2026-11-16");
  expect(dateOfDaily("memory/2026-13-40.md")).toBeNull();
  expect(dateOfDaily("memory/archive/2026-11-16.md")).toBeNull();
  expect(dateOfDaily("memory/plan.md")).toBeNull();
});
