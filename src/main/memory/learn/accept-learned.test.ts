import { describe, expect, it } from "vitest";
import { acceptLearned, acceptSaid, MAX_LEARNED } from "./accept-learned.ts";
import { extractByRules } from "./extract-by-rules.ts";
import { isLearnable } from "./is-learnable.ts";
import { nothingLearned } from "./learning.ts";

const note = (text: string) => ({ kind: "note", text, about: "the bakery" });

describe("what may be learned", () => {
  it("is one sentence that states something", () => {
    for (const text of [
      "Rye is baked on Fridays.",
      "Dr. Gray's order no. 7 is due on 2026-11-20.",
      "Kate prefers answers in German, e.g. for suppliers.",
      "烤箱周五修好了。",
    ])
      expect({ text, learnable: isLearnable(text) }).toEqual({ text, learnable: true });
  });

  it("is no question, table row, markup, code, tag, list point or whole answer", () => {
    for (const text of [
      "When does the oven open?",
      "| flour | 500 g |",
      "|---|---|",
      "Flour | 500 g | £1.20",
      "## Prices",
      "> as she said",
      "<b>Rye</b> is out.",
      "&lt;file&gt; is attached.",
      "#bread #rye",
      "`npm install`",
      "const oven = 230;",
      "if (hot) {",
      "- Check the oven.",
      "1. Preheat the oven.",
      "**Summary**",
      "Rye is out today.\nWheat is in.",
      "The oven was repaired today. The baker was pleased with it. Everything works again.",
      "x".repeat(301),
      "---",
      "",
    ])
      expect({ text, learnable: isLearnable(text) }).toEqual({ text, learnable: false });
  });
});

describe("an answer of a model", () => {
  it("teaches at most five things, and the others are counted", () => {
    const notes = Array.from({ length: 120 }, (_, n) => note(`Order number ${n} was delivered.`));
    const { found, refused } = acceptLearned([{ notes }]);
    expect(found.notes).toHaveLength(MAX_LEARNED);
    expect(refused).toBe(120 - MAX_LEARNED);
  });

  it("teaches only items that have kind, text and what they are about", () => {
    const { found, refused } = acceptLearned([
      {
        notes: [
          { kind: "note", text: "Rye is out." },
          { kind: "whim", text: "Rye is out.", about: "rye" },
          "Rye is out.",
          note("Rye is out."),
        ],
      },
    ]);
    expect(found.notes).toEqual([{ kind: "note", text: "Rye is out." }]);
    expect(refused).toBe(3);
  });

  it("brings the ends of a relation with it, and no other names beyond the five", () => {
    const { found, refused } = acceptLearned([
      {
        relations: [{ from: "Ana", type: "works_at", to: "Harbor Bakery" }],
        entities: [
          { name: "Ana" },
          { name: "Harbor Bakery" },
          ...Array.from({ length: 9 }, (_, n) => ({ name: `Name ${n}` })),
        ],
      },
    ]);
    expect(found.relations).toHaveLength(1);
    expect(found.entities.map(({ name }) => name)).toEqual([
      "Ana",
      "Harbor Bakery",
      "Name 0",
      "Name 1",
      "Name 2",
      "Name 3",
    ]);
    expect(refused).toBe(5);
  });

  it("teaches nothing about the person that is a text of its own", () => {
    const { found, refused } = acceptLearned([{ profile: { name: "Kate", essay: "a ".repeat(400) } }]);
    expect(found.profile).toEqual({ name: "Kate" });
    expect(refused).toBe(1);
  });

  it("teaches nothing when it is something else", () => {
    expect(acceptLearned(["text", null, 7, [], {}])).toEqual({ found: nothingLearned, refused: 0 });
  });
});

it("holds what plain rules found to the same sentences", () => {
  const notes = Array.from("abcdefg").map((letter) => ({
    kind: "note" as const,
    text: `Oven ${letter} is new.`,
  }));
  const { found, refused } = acceptSaid({
    ...nothingLearned,
    notes: [...notes, { kind: "note", text: "| a | b |" }],
  });
  expect(found.notes).toHaveLength(MAX_LEARNED);
  expect(refused).toBe(3);
});

it("limits notes, facts about the user and relations of plain rules together", () => {
  const said =
    "My name is Kate Miller. " +
    ["Anna", "Berta", "Clara", "Doris", "Emma"].map((name) => `My sister is called ${name}.`).join(" ");
  const { found, refused } = acceptSaid(extractByRules([said], []));
  const facts = Object.keys(found.profile).length;
  expect(found.notes.length + facts + found.relations.length).toBe(MAX_LEARNED);
  expect(refused).toBe(6 + 1 + 5 - MAX_LEARNED);
  expect(found.entities).toHaveLength(found.relations.length);
});
