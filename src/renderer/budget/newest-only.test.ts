import { expect, it } from "vitest";
import { newestOnly } from "./newest-only.ts";

it("keeps one question out and answers the newest of those that waited", async () => {
  const asked: number[] = [];
  const answered: number[] = [];
  const open: (() => void)[] = [];
  const ask = newestOnly<number, number>(
    (question) => {
      asked.push(question);
      return new Promise((done) => open.push(() => done(question)));
    },
    (answer) => answered.push(answer),
  );
  ask(1);
  ask(2);
  ask(3);
  expect(asked).toEqual([1]);
  open[0]?.();
  await expect.poll(() => asked).toEqual([1, 3]);
  open[1]?.();
  await expect.poll(() => answered).toEqual([1, 3]);
});
