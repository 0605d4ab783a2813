import { z } from "zod";
import { layerId } from "./layer.ts";

/** What a file or a memory has cost over time, and what is known about whether it mattered. */
export const ledgerRow = z.object({
  agent: z.string(),
  /** As in the manifest. */
  source: z.string(),
  layer: layerId,
  title: z.string(),
  /** Prompts it was in, whole or in part, and its tokens in all of them. */
  times: z.number().int(),
  tokens: z.number().int(),
  /** Some of the counts are estimates. */
  estimated: z.boolean(),
  lastAt: z.string(),
  lastTokens: z.number().int(),
  /** Answers that quote it, of those that were compared. */
  quoted: z.number().int(),
  compared: z.number().int(),
  /** Answers it moved, of those that were sampled; the share's 95 % interval. */
  moved: z.number().int(),
  sampled: z.number().int(),
  share: z.object({ low: z.number(), high: z.number() }),
  /** No advice is given about it. */
  exempt: z.enum(["soul", "pinned"]).nullable(),
  /** It moved none of the sampled answers: with 95 %, it moves at most this share of them. Null: nothing to advise. */
  advice: z.object({ atMost: z.number() }).nullable(),
});
export type LedgerRow = z.output<typeof ledgerRow>;
