import { describe, expect, it } from "vitest";
import { shareInterval } from "./proportion.ts";
import { verdictOn } from "./reading-window.ts";

const highest = (right: number, asked: number) => shareInterval(right, asked).high;
const size = (tokens: number, right: number, asked = 12) => ({ tokens, right, asked });
const verdict = (...sizes: ReturnType<typeof size>[]) => verdictOn({ status: "done", sizes }, highest);

describe("how much of its window a model reads well", () => {
  it("ends where it drops under 85 % of what it finds in short texts", () => {
    expect(verdict(size(1_000, 12), size(2_000, 11), size(4_000, 3))).toEqual({
      kind: "drops",
      tokens: 2_000,
      next: 4_000,
      isShown: true,
      asked: 36,
    });
  });

  it("says when the drop may be chance", () => {
    expect(verdict(size(1_000, 12), size(2_000, 10))).toMatchObject({
      kind: "drops",
      tokens: 1_000,
      isShown: false,
    });
  });

  it("is all that was measured where it never drops", () => {
    expect(verdict(size(1_000, 8), size(2_000, 8))).toEqual({ kind: "holds", tokens: 2_000, asked: 24 });
  });

  it("cannot be said of a model that finds little in short texts, of one size, or before it is done", () => {
    expect(verdict(size(1_000, 5), size(2_000, 0))).toMatchObject({ kind: "unknown", why: "short-text" });
    expect(verdict(size(1_000, 12))).toMatchObject({ kind: "unknown", why: "one-size" });
    expect(verdictOn({ status: "stopped", sizes: [size(1_000, 12)] }, highest)).toMatchObject({
      why: "unfinished",
    });
  });
});
