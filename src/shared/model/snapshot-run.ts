import { z } from "zod";
import { numberText } from "./number-text.ts";

/** What the snapshot profile took from the project in one run. Sizes in UTF-16 units. */
export const snapshotRun = z.object({
  capturedAt: z.string(),
  includedFileCount: z.number().int(),
  totalProjectFileCount: z.number().int(),
  snapshotCodeUnits: z.number().int(),
  maxSnapshotCodeUnits: z.number().int(),
  truncatedByFileLimit: z.boolean(),
  truncatedByChars: z.boolean(),
  includedFiles: z.array(z.object({ path: z.string(), utf8Bytes: z.number().int() })),
  maxSnapshotFiles: z.number().int(),
});
export type SnapshotRun = z.output<typeof snapshotRun>;

/** One line about what the last run sent, for the strip above the composer. */
export const contextStrip = (run: SnapshotRun | null): string => {
  if (run === null) return "No data yet";
  const chars = `${numberText(run.snapshotCodeUnits)} / ${numberText(run.maxSnapshotCodeUnits)} chars`;
  const files = `${numberText(run.includedFileCount)} / ${numberText(run.totalProjectFileCount)} files`;
  return `Context sent: ${chars} · ${files} · ${truncation(run)}`;
};

const truncation = (run: SnapshotRun) => {
  if (run.truncatedByChars) return "TRUNCATED (char limit)";
  return run.truncatedByFileLimit ? "TRUNCATED (file limit)" : "No truncation";
};
