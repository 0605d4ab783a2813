import { z } from "zod";

/** A way to fill the window, as plain data. The rules that data cannot say live with the assembler. */
export const profile = z
  .object({
    id: z.string().regex(/^[a-z0-9][a-z0-9-]*$/),
    title: z.string(),
    /** The shipped profile whose rules it follows. */
    kind: z.string(),
    /** The profile it was derived from; null for the shipped ones. */
    from: z.string().nullable(),
    builtIn: z.boolean(),
  })
  .loose();
export type Profile = z.output<typeof profile>;
