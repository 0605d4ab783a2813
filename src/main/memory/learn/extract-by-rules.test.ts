import { describe, expect, it } from "vitest";
import { extractByRules } from "./extract-by-rules.ts";
import { isNothing } from "./learning.ts";

const notes = (text: string, known: readonly string[] = []) => extractByRules([text], known).notes;

describe("extractByRules", () => {
  it("keeps what the user asks to remember, without the request itself", () => {
    expect(notes("Please remember that the oven runs at 230 degrees.")).toEqual([
      { kind: "note", text: "The oven runs at 230 degrees." },
    ]);
    expect(notes("Don't forget: Anna comes late.")).toEqual([{ kind: "note", text: "Anna comes late." }]);
  });

  it("stores decisions as decisions, and outcomes as outcomes", () => {
    expect(notes("Hello! We decided to bake rye only on Fridays. Thanks.")).toEqual([
      { kind: "decision", text: "We decided to bake rye only on Fridays." },
    ]);
    expect(notes("The cause was a stale cache.")).toEqual([
      { kind: "outcome", text: "The cause was a stale cache." },
    ]);
  });

  it("stores preferences, as notes and in the profile", () => {
    const found = extractByRules(["I really prefer short answers."], []);
    expect(found.notes).toEqual([{ kind: "note", text: "I really prefer short answers." }]);
    expect(found.profile).toEqual({ preferences: ["I really prefer short answers."] });
  });

  it("keeps dates on which something happens", () => {
    expect(notes("The delivery is due on 2026-12-01.")).toHaveLength(1);
    expect(notes("My birthday is 3 March.")).toHaveLength(1);
    expect(notes("2026-12-01")).toEqual([]);
  });

  it("learns the user's name and those of others", () => {
    const found = extractByRules(["My name is Kate Miller. My sister is called Anna."], []);
    expect(found.profile).toEqual({ name: "Kate Miller" });
    expect(found.entities).toEqual([{ name: "Anna", type: "person" }]);
    expect(found.relations).toEqual([{ from: "the person", type: "sister", to: "Anna", confidence: 0.6 }]);
  });

  it("finds nothing in questions, wishes, small talk, code and quotations", () => {
    for (const text of [
      "Do I prefer tea?",
      "I'd like to know the time.",
      "Do you remember when we opened?",
      "Thanks, that looks good.",
      "```\nwe decided to fail\n```",
      "> We decided nothing.",
      '<file path="a.md">\nRemember that this is a file.\n</file>',
    ]) {
      expect({ text, nothing: isNothing(extractByRules([text], [])) }).toEqual({ text, nothing: true });
    }
  });

  it("omits what is known, also with different punctuation and case", () => {
    expect(notes("Remember that the OVEN runs at 230 degrees!", ["- The oven runs at 230 degrees."])).toEqual(
      [],
    );
    expect(notes("We decided on rye. We decided on rye.")).toHaveLength(1);
  });

  it("answers at once on a text of a megabyte", () => {
    expect(notes(`${"I prefer ".repeat(120_000)}.`)).toEqual([]);
  });
});
