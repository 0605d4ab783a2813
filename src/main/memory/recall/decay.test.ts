import { describe, expect, it } from "vitest";
import { faded, fadedSince, isInContext, isPruned, noteWeight, strengthened } from "./decay.ts";

describe("noteWeight", () => {
  const after = (days: number) =>
    noteWeight("2026-11-01", new Date(Date.UTC(2026, 10, 1 + days)).toISOString().slice(0, 10));

  it("keeps the full weight for 7 days", () => {
    expect([0, 1, 7].map(after)).toEqual([1, 1, 1]);
  });

  it("subtracts 0.12 per day after that, down to 0", () => {
    expect(after(8)).toBeCloseTo(0.88, 12);
    expect(after(13)).toBeCloseTo(0.28, 12);
    expect(after(14)).toBeCloseTo(0.16, 12);
    expect(after(400)).toBe(0);
  });

  it("omits a note from the context below 0.2, which is from the 14th day on", () => {
    expect(isInContext(after(13))).toBe(true);
    expect(isInContext(0.2)).toBe(true);
    expect(isInContext(after(14))).toBe(false);
  });

  it("returns the last day that is omitted, and the next is not", () => {
    const day = fadedSince("2026-11-16");
    expect(isInContext(noteWeight(day, "2026-11-16"))).toBe(false);
    expect(isInContext(noteWeight("2026-11-03", "2026-11-16"))).toBe(true);
    expect(day).toBe("2026-11-02");
  });

  it("treats a note of tomorrow as new", () => {
    expect(noteWeight("2026-11-17", "2026-11-16")).toBe(1);
  });
});

describe("graph", () => {
  it("adds 0.10 for a use and 0.20 for praise, up to 1", () => {
    expect(strengthened(0.5, "accessed")).toBeCloseTo(0.6, 12);
    expect(strengthened(0.5, "praised")).toBeCloseTo(0.7, 12);
    expect(strengthened(0.95, "praised")).toBe(1);
  });

  it("multiplies by 0.97 per day when stale", () => {
    expect(faded(1, 1)).toBe(0.97);
    expect(faded(0.5, 10)).toBeCloseTo(0.5 * 0.97 ** 10, 12);
    expect(faded(0.5, 0)).toBe(0.5);
  });

  it("prunes below 0.01, which takes 152 days from full strength", () => {
    expect(isPruned(0.01)).toBe(false);
    expect(isPruned(0.0099)).toBe(true);
    expect(isPruned(faded(1, 151))).toBe(false);
    expect(isPruned(faded(1, 152))).toBe(true);
  });
});
