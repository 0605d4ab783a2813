import { expect, it } from "vitest";
import { sweepsIn } from "./diary-sweeps.ts";

it("reads every dream of a diary, newest first, also one that kept nothing", () => {
  const diary = `# Dream diary

## Deep Sleep 2026-11-09 02:10 UTC

- candidates: 14
- promoted: 1
- skipped (already promoted): 3

- Rye sells out first. _(score=0.71, hits=6, days=4)_

## Undone 2026-11-10 08:00 UTC

- sweep: 2026-11-09 02:10 UTC
- removed: 1

## Deep Sleep 2026-11-11 02:10 UTC

- candidates: 2
- promoted: 0
- skipped (already promoted): 0
`;
  expect(sweepsIn(diary)).toEqual([
    { at: "2026-11-11T02:10:00.000Z", promoted: 0 },
    { at: "2026-11-09T02:10:00.000Z", promoted: 1 },
  ]);
  expect(sweepsIn(diary.replaceAll("\n", "\r\n"))).toHaveLength(2);
  expect(sweepsIn("")).toEqual([]);
});
