import { describe, expect, it } from "vitest";
import { contextStrip, type SnapshotRun } from "./snapshot-run.ts";

const run: SnapshotRun = {
  capturedAt: "2026-05-04T10:00:00.000Z",
  includedFileCount: 9,
  totalProjectFileCount: 9,
  snapshotCodeUnits: 12_450,
  maxSnapshotCodeUnits: 120_000,
  truncatedByFileLimit: false,
  truncatedByChars: false,
  includedFiles: [],
  maxSnapshotFiles: 48,
};

describe("the context strip", () => {
  it("shows what was sent of what was allowed", () => {
    expect(contextStrip(run)).toBe("Context sent: 12,450 / 120,000 chars · 9 / 9 files · No truncation");
  });

  it("shows the char limit, otherwise the file limit", () => {
    expect(contextStrip({ ...run, truncatedByFileLimit: true })).toMatch(/ · TRUNCATED \(file limit\)$/);
    expect(contextStrip({ ...run, truncatedByFileLimit: true, truncatedByChars: true })).toMatch(
      / · TRUNCATED \(char limit\)$/,
    );
  });

  it("has no data before the first run", () => {
    expect(contextStrip(null)).toBe("No data yet");
  });
});
