import { z } from "zod";
import { usage } from "./session-entry.ts";

/** An answer of the same model to the same prompt, with everything or without some parts. */
export const answeredAgain = z.object({
  /** From 1, in the order in which they were asked for. */
  call: z.number().int(),
  /** Segments that were left out; empty: none. */
  without: z.array(z.string()),
  text: z.string(),
  /** Names of tools it wanted to call; they were not run. */
  calls: z.array(z.string()),
  usage,
  /** Dollars; null when no price is known. */
  cost: z.number().nullable(),
  ms: z.number().int(),
  /** One sentence, when the call failed or the answer is not a whole one. */
  problem: z.string().nullable(),
});
export type AnsweredAgain = z.output<typeof answeredAgain>;
