import { join } from "node:path";
import { expect, it } from "vitest";
import { findLongFunctions, lengthProblems } from "./function-length-check.ts";

it("finds a function of more than 120 lines, and none of 120", () => {
  const { files, long } = findLongFunctions(join(import.meta.dirname, "fixtures", "function-length"));
  expect(files).toBe(2);
  expect(long).toEqual([{ file: "src/too-long.ts", line: 1, lines: 121 }]);
});

it("refuses long functions that are not listed or grew, and entries that are not needed", () => {
  const long = [
    { file: "a.ts", line: 1, lines: 130 },
    { file: "b.ts", line: 2, lines: 150 },
    { file: "c.ts", line: 3, lines: 140 },
  ];
  expect(lengthProblems(long, { "b.ts": 150, "c.ts": 139, "d.ts": 200 })).toEqual([
    "a.ts:1 is a function of 130 lines.",
    "c.ts:3 is a function of 140 lines.",
    "d.ts has no long function any more; take it off the list.",
  ]);
});
