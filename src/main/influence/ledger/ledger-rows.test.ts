import { describe, expect, it } from "vitest";
import { ledgerRows, type SourceSums } from "./ledger-rows.ts";

const sums = (changes: Partial<SourceSums> = {}): SourceSums => ({
  agent: "juno",
  source: "workspace/OLD.md",
  layer: "files",
  title: "OLD.md",
  times: 60,
  tokens: 114_000,
  estimated: false,
  lastAt: "2026-11-17T10:00:00.000Z",
  lastTokens: 1900,
  quoted: 0,
  compared: 60,
  moved: 0,
  sampled: 40,
  ...changes,
});

const NONE: ReadonlySet<string> = new Set();
const adviceOf = (changes: Partial<SourceSums>, pinned = NONE) =>
  ledgerRows([sums(changes)], pinned)[0]?.advice;

describe("the ledger", () => {
  it("says of 40 answers without a change: at most 7 %", () => {
    expect(adviceOf({})?.atMost).toBeCloseTo(0.072, 3);
  });

  it("gives no advice about SOUL.md, about a pinned file, and about a memory", () => {
    expect(adviceOf({ layer: "soul" })).toBeNull();
    expect(adviceOf({}, new Set(["workspace/OLD.md"]))).toBeNull();
    expect(adviceOf({ layer: "memory" })).toBeNull();
    expect(ledgerRows([sums({ layer: "soul" })], NONE)[0]?.exempt).toBe("soul");
  });

  it("gives none when one answer was moved, when few were sampled, and when little is at stake", () => {
    expect(adviceOf({ moved: 1 })).toBeNull();
    expect(adviceOf({ sampled: 9 })).toBeNull();
    expect(adviceOf({ lastTokens: 20 })).toBeNull();
  });

  it("has an interval for every share, also without a sample", () => {
    expect(ledgerRows([sums({ sampled: 0 })], NONE)[0]?.share).toEqual({ low: 0, high: 1 });
    const [row] = ledgerRows([sums({ moved: 3, sampled: 40 })], NONE);
    expect(row?.share.low).toBeCloseTo(0.0157, 3);
    expect(row?.share.high).toBeCloseTo(0.2039, 3);
  });
});
