import { describe, expect, it } from "vitest";
import { markedSentences } from "./marked-sentences.ts";

describe("words marked in an answer", () => {
  const answer = "# Hours\n\nWe open at **eight**. On Sunday we are [closed](hours.md).";
  const sentences = [
    { from: 0, to: 7 },
    { from: 9, to: 30 },
    { from: 31, to: answer.length },
  ];

  it("are found although the screen shows no Markdown", () => {
    expect(markedSentences(answer, sentences, "open at eight")).toEqual([1]);
    expect(markedSentences(answer, sentences, "eight. On\nSunday we")).toEqual([1, 2]);
  });

  it("mark nothing when the answer does not have them", () => {
    expect(markedSentences(answer, sentences, "open at nine")).toEqual([]);
    expect(markedSentences(answer, sentences, " … ")).toEqual([]);
  });
});
