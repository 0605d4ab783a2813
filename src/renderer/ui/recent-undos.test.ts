import { beforeEach, expect, it } from "vitest";
import { forgetUndos, keepUndo, recentUndos } from "./recent-undos.ts";

beforeEach(forgetUndos);

const messages = () => recentUndos().map(({ message }) => message);

it("keeps the undo of a notice after the notice has gone, newest first", () => {
  const done: string[] = [];
  keepUndo("Labelled", () => done.push("labels"));
  keepUndo("Archived", () => done.push("archive"));
  expect(messages()).toEqual(["Archived", "Labelled"]);
  recentUndos()[1]?.run();
  expect(done).toEqual(["labels"]);
  expect(messages()).toEqual(["Archived"]);
});

it("runs an undo once, wherever it is chosen", () => {
  let times = 0;
  const inNotice = keepUndo("Labelled", () => (times += 1));
  const [inPalette] = recentUndos();
  inNotice();
  inPalette?.run();
  inNotice();
  expect(times).toBe(1);
});

it("has no end that grows, and nothing of a folder that was left", () => {
  for (let at = 0; at < 50; at++) keepUndo(`${at}`, () => {});
  expect(messages()).toHaveLength(10);
  expect(messages()[0]).toBe("49");
  forgetUndos();
  expect(messages()).toEqual([]);
});
