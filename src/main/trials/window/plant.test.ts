import { describe, expect, it } from "vitest";
import { sizesUpTo } from "./measure-window.ts";
import { isRight, passagesIn, questionsIn, questionText, textAround } from "./plant.ts";

const NOTES = [
  "The bakery in Harbour Street was opened by the baker family of Vermeulen in 1911.",
  "The morning ferry carries flour and eggs and leaves the northern pier at 06:40 sharp.",
  "Everyone who works here knows that the oven has to be warm before the flour comes.",
  "The telephone number of the mill that brings the flour on Tuesdays is 555-0142.",
].join("\n\n");

const passages = passagesIn("notes.md", NOTES);

describe("a planted question", () => {
  it("asks for a number or a name that stands at one place only", () => {
    const found = questionsIn(passages).map(({ cue, answer }) => `${cue} … ${answer}`);
    expect(found).toEqual(
      [
        "by the baker family of Vermeulen in … 1911",
        "eggs and leaves the northern pier at … 06:40",
        "brings the flour on Tuesdays is … 555-0142",
      ].map((text) => expect.stringContaining(text.split(" … ")[1] ?? "") as string),
    );
    expect(found).toHaveLength(3);
  });

  it("does not say its own answer, and is not made of what two passages have", () => {
    const twice = questionsIn([...passages, ...passagesIn("copy.md", NOTES)]);
    expect(twice).toEqual([]);
    for (const question of questionsIn(passages)) {
      const asked = questionText("", question);
      expect(asked.toLowerCase()).not.toContain(question.answer.toLowerCase());
    }
  });

  it("quotes as many words as it takes to name one place", () => {
    const alike = Array.from(
      { length: 5 },
      (_, day) =>
        `In the book of day number ${day + 1} of summer the harbour master put down as the sum of everything ${900 + day}.`,
    ).join("\n\n");
    const found = questionsIn(passagesIn("sums.md", alike));
    expect(found).toHaveLength(5);
    for (const { cue } of found) expect(alike.split(cue)).toHaveLength(2);
  });

  it("stands once in its text, near the depth that was asked for", () => {
    const all = passagesIn(
      "long.md",
      Array.from(
        { length: 60 },
        (_, at) => `Note ${at}: nothing of this matters to anyone who reads it at all, or later.`,
      ).join("\n\n"),
    ).map((passage) => ({ passage, tokens: 18 }));
    const [question] = questionsIn(passages);
    if (!question) throw new Error("There is no question.");
    for (const depth of [0, 0.5, 1]) {
      const text = textAround(question, all, 600, depth, 4);
      expect(text.split(question.answer)).toHaveLength(2);
      const at = text.indexOf(question.passage.text) / (text.length - question.passage.text.length);
      expect(Math.abs(at - depth)).toBeLessThan(0.05);
    }
  });

  it("is right when the answer is in what was said", () => {
    const [question] = questionsIn(passages);
    if (!question) throw new Error("There is no question.");
    expect(isRight(`It is **${question.answer}**.`, question)).toBe(true);
    expect(isRight("I do not know.", question)).toBe(false);
  });

  it("is asked in doubled sizes up to what there is room for, and in none when there is too little", () => {
    expect(sizesUpTo(500)).toEqual([]);
    expect(sizesUpTo(10_000)).toEqual([1_000, 2_000, 4_000, 9_500]);
    expect(sizesUpTo(1_000_000)).toHaveLength(9);
    expect(sizesUpTo(1_000_000).at(-1)).toBe(950_000);
  });
});
