import { expect, it } from "vitest";
import { figuresOf, interval } from "./figures.ts";

it("counts the relevant ones among the first ten, and how near to the top they are", () => {
  expect(figuresOf([1, 2, 3], [1])).toEqual({ recall: 1, ndcg: 1 });
  expect(figuresOf([2, 1], [1])).toEqual({ recall: 1, ndcg: 1 / Math.log2(3) });
  expect(figuresOf([1, 9, 2], [1, 2])).toEqual({
    recall: 1,
    ndcg: (1 + 1 / Math.log2(4)) / (1 + 1 / Math.log2(3)),
  });
  expect(figuresOf([0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1], [1])).toEqual({ recall: 0, ndcg: 0 });
});

it("returns an interval around the mean, the same every time", () => {
  const values = Array.from({ length: 400 }, (_, at) => at % 2);
  const [from, to] = interval(values);
  expect(from).toBeGreaterThan(0.44);
  expect(from).toBeLessThan(0.5);
  expect(to).toBeGreaterThan(0.5);
  expect(to).toBeLessThan(0.56);
  expect(interval(values)).toEqual([from, to]);
});
