import { expect, it } from "vitest";
import { changedLines } from "./changed-lines.ts";

const shown = (before: string, after: string, around?: number) =>
  changedLines(before, after, around).map(
    ({ kind, text }) => `${{ added: "+", removed: "-", same: " " }[kind]}${text}`,
  );

it("shows removed and added lines, with the lines around them", () => {
  expect(shown("a\nb\nc\nd\ne\nf\n", "a\nb\nc\nD\ne\nf\n", 1)).toEqual([" c", "-d", "+D", " e"]);
});

it("shows a new file as added completely", () => {
  expect(shown("", "# Order\n\n- rye\n")).toEqual(["+# Order", "+", "+- rye"]);
});

it("shows nothing when nothing changes", () => {
  expect(shown("a\nb\n", "a\nb\n")).toEqual([]);
});
