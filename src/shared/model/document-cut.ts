import { z } from "zod";

/** A document of a message of which only the passages that match the question are sent. */
export const documentCut = z.object({
  path: z.string(),
  /** Of the whole text and of what is sent of it, in UTF-16 units. */
  chars: z.number().int().nonnegative(),
  kept: z.number().int().nonnegative(),
  passages: z.number().int().nonnegative(),
  /** The marks above the passages, in their order: `Page 62`, `Sheet Spring`. */
  places: z.array(z.string()),
});
export type DocumentCut = z.output<typeof documentCut>;
