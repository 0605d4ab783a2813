import { z } from "zod";

/** One call of a model: an answer, or work in the background. */
export const modelCall = z.object({
  id: z.string(),
  at: z.string(),
  /** `chat`, `summary`, `flush`, `extract`, `consolidate` … */
  purpose: z.string(),
  agent: z.string(),
  session: z.string().nullable(),
  /** The run that shows what was sent for an answer; null: `context.call` has it. */
  run: z.string().nullable(),
  provider: z.string(),
  model: z.string(),
  /** The model runs on this machine. */
  local: z.boolean(),
  /** Tokens as the provider says; null where it did not. */
  input: z.number().int().nullable(),
  cached: z.number().int().nullable(),
  output: z.number().int().nullable(),
  /** Dollars; null when no price is known. */
  cost: z.number().nullable(),
  ms: z.number().int(),
  /** `finished`, `stopped`, or the code of a failure. */
  outcome: z.string(),
});
export type ModelCall = z.output<typeof modelCall>;
