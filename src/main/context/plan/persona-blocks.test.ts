import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { noteDates, PERSONA_LIMITS, personaBlocks, type PersonaInput } from "./persona-blocks.ts";
import { joinPieces } from "./piece.ts";

const file = (source: string, text: string | null = null) => ({ source, text });

const five = (chars: number) =>
  ["a", "b", "c", "d", "e"].map((name) => ({ source: name, name, text: "x".repeat(chars) }));

const input = (changes: Partial<PersonaInput> = {}): PersonaInput => ({
  identity: file("IDENTITY.md"),
  soul: [file("SOUL.md")],
  user: file("USER.md"),
  agents: file("AGENTS.md"),
  notes: [],
  memory: file("MEMORY.md"),
  additional: [],
  limits: PERSONA_LIMITS,
  ...changes,
});

const text = (changes: Partial<PersonaInput>) => joinPieces(personaBlocks(input(changes)));
const pieceOf = (source: string, changes: Partial<PersonaInput>) =>
  personaBlocks(input(changes)).find((piece) => piece.source === source);

describe("the blocks", () => {
  it("stand in their order, under their headers, with a blank line between", () => {
    const all = text({
      identity: file("IDENTITY.md", "- **Name:** Kate\n- emoji: 🐙\n- vibe: warm but sharp"),
      soul: [file("SOUL.md", "\nBe kind.\n"), file("workspace/SOUL.md", "Be brief.")],
      user: file("USER.md", "Ada"),
      agents: file("AGENTS.md", "Rules of work"),
      notes: [
        {
          date: "2026-05-04",
          files: [file("memory/2026-05-04.md", "today"), file("notes/2026-05-04.md", "noted")],
        },
        { date: "2026-05-03", files: [file("memory/2026-05-03.md", "yesterday")] },
      ],
      memory: file("MEMORY.md", "long ago"),
      additional: [{ ...file("workspace/STYLE.md", "short"), name: "STYLE.md" }],
    });
    expect(all).toBe(
      [
        "# IDENTITY\nname=Kate, emoji=🐙, vibe=warm but sharp",
        "# SOUL\nBe kind.",
        "Be brief.",
        "# USER\nAda",
        "# AGENTS\nRules of work",
        "# RECENT NOTES\n## 2026-05-04\ntoday",
        "noted",
        "## 2026-05-03\nyesterday",
        "# MEMORY\nlong ago",
        "# RULES — STYLE.md\nshort",
      ].join("\n\n"),
    );
  });

  it("are none at all when nothing is loaded", () => {
    expect(text({})).toBe("");
    expect(
      text({ user: file("USER.md", " \n\n"), notes: [{ date: "2026-05-04", files: [file("n")] }] }),
    ).toBe("");
  });

  it("leave no header behind for a day or a block without text", () => {
    const notes = [
      { date: "2026-05-04", files: [file("a"), file("b", "")] },
      { date: "2026-05-03", files: [file("c"), file("d", "x")] },
    ];
    expect(text({ notes })).toBe("# RECENT NOTES\n## 2026-05-03\nx");
  });

  it("have no IDENTITY block when none of name, emoji and vibe is set", () => {
    const identity = file("IDENTITY.md", "- creature: octopus");
    expect(text({ identity })).toBe("");
    expect(pieceOf("IDENTITY.md", { identity })).toMatchObject({ status: "excluded", reason: "empty" });
  });

  it("take notes of today and yesterday in UTC", () => {
    expect(noteDates("2026-03-01")).toEqual(["2026-03-01", "2026-02-28"]);
  });
});

describe("the limits", () => {
  it("let a file of exactly 12,000 characters through whole", () => {
    const user = file("USER.md", "x".repeat(12_000));
    expect(pieceOf("USER.md", { user })).toMatchObject({
      status: "included",
      reason: null,
      keptChars: 12_000,
    });
  });

  it("cut a file over 12,000 characters, then blank line and [truncated]", () => {
    const user = file("USER.md", "x".repeat(12_001));
    expect(text({ user })).toBe(`# USER\n${"x".repeat(12_000)}\n\n[truncated]`);
    expect(pieceOf("USER.md", { user })).toMatchObject({
      status: "truncated",
      reason: "per-file-limit",
      rawChars: 12_001,
      keptChars: 12_000,
      limit: 12_000,
    });
  });

  it("cut at a character boundary", () => {
    const user = file("USER.md", `${"x".repeat(11_999)}🐙`);
    expect(text({ user })).toBe(`# USER\n${"x".repeat(11_999)}\n\n[truncated]`);
  });

  it("count the 13 characters of the marker against what remains for later files", () => {
    const pieces = personaBlocks(input({ additional: five(13_000) }));
    const kept = pieces.filter((piece) => piece.status === "truncated").map((piece) => piece.keptChars);
    expect(kept).toEqual([12_000, 12_000, 12_000, 12_000, 12_000 - 4 * 13]);
    expect(pieces.at(-1)?.reason).toBe("total-limit");
  });

  it("exclude later files with total-limit when nothing remains", () => {
    const additional = [...five(12_000), { ...file("late", "x"), name: "late" }];
    const late = personaBlocks(input({ additional })).at(-1);
    expect(late).toMatchObject({
      source: "late",
      text: "",
      status: "excluded",
      reason: "total-limit",
      keptChars: 0,
    });
  });

  it("never send more than 60,000 characters of files, markers of all but the last included", () => {
    const sizes = fc.array(fc.nat(20_000), { maxLength: 9 });
    fc.assert(
      fc.property(sizes, (chars) => {
        const additional = chars.map((size, index) => ({
          ...file(`f${index}`, "x".repeat(size)),
          name: "f",
        }));
        const pieces = personaBlocks(input({ additional }));
        const sent = pieces
          .filter((piece) => piece.text !== "")
          .map((piece) => piece.keptChars + (piece.status === "truncated" ? 13 : 0));
        const total = sent.reduce((sum, size) => sum + size, 0);
        const lastMarker = pieces.findLast((piece) => piece.text !== "")?.status === "truncated" ? 13 : 0;
        expect(total - lastMarker).toBeLessThanOrEqual(60_000);
        expect(Math.max(0, ...pieces.map((piece) => piece.keptChars))).toBeLessThanOrEqual(12_000);
      }),
    );
  });

  it("account for every file given exactly once", () => {
    const sources = personaBlocks(input({ additional: five(1) })).map((piece) => piece.source);
    expect(sources).toEqual([
      "IDENTITY.md",
      "SOUL.md",
      "USER.md",
      "AGENTS.md",
      "MEMORY.md",
      "a",
      "b",
      "c",
      "d",
      "e",
    ]);
  });
});
