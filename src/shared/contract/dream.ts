import { z } from "zod";
import { origin } from "../model/origin.ts";
import { route } from "./route.ts";

const agentOf = { agent: z.string().optional() };

export const verdict = z.enum([
  "promote",
  "promoted-before",
  "too-few-hits",
  "too-few-queries",
  "low-score",
  "over-limit",
]);

/** A memory that was recalled, with the parts of its score. */
export const dreamCandidate = z.object({
  memory: z.string(),
  fact: z.string(),
  tier: z.string(),
  source: z.string(),
  hits: z.number().int(),
  queries: z.number().int(),
  days: z.number().int(),
  frequency: z.number(),
  relevance: z.number(),
  recency: z.number(),
  diversity: z.number(),
  score: z.number(),
  verdict,
  origin,
  /**
   * Whether it is ticked before anybody looked: a question, a whole answer, what comes from outside or was recalled
   * on one day only never is.
   */
  preticked: z.boolean(),
  /** Whether a sweep without the user's choice promotes it. */
  eligible: z.boolean(),
  /** One sentence: why it would be promoted, or why not. */
  reason: z.string(),
});
export type DreamCandidate = z.output<typeof dreamCandidate>;

export const sweep = z.object({
  id: z.string(),
  at: z.string(),
  candidates: z.number().int(),
  promoted: z.array(dreamCandidate),
  skipped: z.number().int(),
  /** Null: nothing was promoted, or the workspace has no history. */
  commit: z.string().nullable(),
});
export type Sweep = z.output<typeof sweep>;

export const dreamRoutes = {
  /** Best first. Writes nothing. */
  "dream.preview": route(z.object(agentOf), z.object({ candidates: z.array(dreamCandidate) })),
  /**
   * Runs one sweep. With `memories`, promotes only these; without, everything eligible. Fails with
   * `dream-running` while a sweep is running.
   */
  "dream.run": route(z.object({ ...agentOf, memories: z.array(z.string()).optional() }), sweep),
  /** Agents whose sweep is due and waits for the user's approval, with how many memories it would keep. */
  "dream.waiting": route(
    z.object({}),
    z.object({ waiting: z.array(z.object({ agent: z.string(), memories: z.number().int() })) }),
  ),
  /** Removes a sweep's section from MEMORY.md. Fails with `sweep-changed` when it was edited since. */
  "dream.undo": route(z.object({ ...agentOf, sweep: z.string() }), z.object({ removed: z.number().int() })),
  /** Sweeps that promoted something, newest first, and the current diary. */
  "dream.diary": route(
    z.object(agentOf),
    z.object({
      text: z.string(),
      sweeps: z.array(z.object({ id: z.string(), at: z.string(), promoted: z.number().int() })),
      /** When the next sweep is due; null: automatic dreaming is off. */
      next: z.string().nullable(),
    }),
  ),
};

export const dreamEvents = {
  /** A sweep is due and waits for the user's approval. */
  "dream.waiting": z.object({ agent: z.string(), candidates: z.array(dreamCandidate) }),
  "dream.done": z.object({ agent: z.string(), sweep }),
};
