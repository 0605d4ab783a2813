import { z } from "zod";

/** One way to get a file read. */
export const readFix = z.object({
  /** Names the fix within its cell. */
  id: z.string(),
  /** An imperative sentence: what is written. */
  title: z.string(),
  /** What the reader would read then, in words. */
  effect: z.string(),
  /** Files that are written, relative to the folder. */
  paths: z.array(z.string()),
});
export type ReadFix = z.output<typeof readFix>;
