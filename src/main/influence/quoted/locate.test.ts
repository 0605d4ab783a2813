import { describe, expect, it } from "vitest";
import { locate } from "./locate.ts";

describe("the line of a passage in a file", () => {
  const file =
    "---\ntags: x\n---\n\n# Hours\n\nWe open at eight.\n\nWe open at eight.\n- Ana owns the boat.\n";

  it("is the nearest that is the same", () => {
    expect(locate(file, [{ text: "We open at eight.  ", near: 3 }])).toEqual([7]);
    expect(locate(file, [{ text: "We open at eight.", near: 20 }])).toEqual([9]);
  });

  it("is a memory's line, although something is around it when it is sent", () => {
    expect(locate(file, [{ text: "- [daily · 2026-11-17] Ana owns the boat.", near: 1 }])).toEqual([10]);
  });

  it("is none when the file does not have it any more", () => {
    expect(
      locate(file, [
        { text: "We open at nine.", near: 7 },
        { text: " ", near: 1 },
      ]),
    ).toEqual([null, null]);
  });
});
