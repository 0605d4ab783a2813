import { expect, it } from "vitest";
import type { Segment, SegmentReason } from "#shared/model/manifest.ts";
import type { FileStatus } from "#shared/model/file-status.ts";
import { cutText, outText } from "./missing-text.ts";

const file = (source: string, reason: SegmentReason, cutLine?: number): FileStatus => ({
  status: "out",
  raw: 10,
  sent: 0,
  exact: true,
  segment: { source, reason, detail: cutLine === undefined ? undefined : { cutLine } } as Segment,
});

it("names the line at which the one file is cut, and the reason", () => {
  expect(cutText([file("workspace/RECIPES.md", "per-file-limit", 119)])).toBe(
    "RECIPES.md is cut at line 119, it is longer than a file may be",
  );
  expect(cutText([file("a.md", "window")])).toBe("a.md is cut");
  expect(cutText([file("a.md", "window"), file("b.md", "window")])).toBe("2 files are cut");
});

it("counts what is left out by its reasons", () => {
  const out = [file("a.md", "total-limit"), file("b.md", "window"), file("c.md", "explicit-exclude")];
  expect(outText(out)).toBe("3 files are left out: 2 do not fit, 1 you keep private");
  expect(outText(out.slice(0, 1))).toBe("1 file is left out: 1 does not fit");
});
