import { describe, expect, it } from "vitest";
import { seededRandom } from "#shared/model/seeded-random.ts";
import { compareAnswers } from "./compare-answers.ts";

const FIRST = "The shop opens at seven";
const times = (count: number, text: string): string[] => Array.from({ length: count }, () => text);

describe("answers with and without a part", () => {
  it("shows a difference from three answers on each side on, and never with two", () => {
    const compare = (count: number) =>
      compareAnswers(FIRST, times(count, FIRST), times(count, "Nobody told me"));
    expect(compare(2)).toMatchObject({ drop: 1, low: 0, high: 1, moved: false });
    expect(compare(3)).toMatchObject({ drop: 1, low: 1, moved: true });
    expect(compare(10)).toMatchObject({ drop: 1, low: 1, moved: true });
  });

  it.each([2, 3, 5, 10])(
    "says of a part that does nothing that it moved the answer in at most one of twenty cases: %i answers",
    (count) => {
      const random = seededRandom(count);
      const words = FIRST.split(" ");
      const say = () => words.filter(() => random() < 0.6).join(" ") || "No";
      const cases = 400;
      let said = 0;
      for (let at = 0; at < cases; at++) {
        const [one, two] = [times(count, ""), times(count, "")].map((side) => side.map(say));
        if (compareAnswers(FIRST, one ?? [], two ?? []).moved) said += 1;
      }
      expect(said / cases).toBeLessThanOrEqual(0.05);
    },
  );

  it("says nothing without answers on a side", () => {
    expect(compareAnswers(FIRST, [], [FIRST])).toEqual({ drop: 0, low: 0, high: 0, moved: false });
  });
});
