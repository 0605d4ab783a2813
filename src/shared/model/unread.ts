import { z } from "zod";

export const MAX_UNREAD_NAMED = 20;

/** Files and folders that could not be read (no access, a disk error), so an answer may not be complete. */
export const unread = z.object({
  count: z.number().int(),
  /** The first 20. */
  paths: z.array(z.string()),
});
export type Unread = z.infer<typeof unread>;
