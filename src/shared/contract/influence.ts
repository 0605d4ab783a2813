import { z } from "zod";
import { quotedSegment, quotingSentence } from "../model/quotation.ts";
import { route } from "./route.ts";

/** What mattered for an answer. */
export const influenceRoutes = {
  /**
   * What the answer of a run shares with the texts that were sent for it. Compares texts on this machine: no model
   * is called. Fails with `run-unknown`, and with `answer-unknown` when the conversation no longer has the answer.
   */
  "influence.quoted": route(
    z.object({ run: z.string().max(200) }),
    z.object({
      answer: z.string(),
      /** In the order of the answer. */
      sentences: z.array(quotingSentence),
      /** In the order of the prompt. */
      segments: z.array(quotedSegment),
      /** How many segments were compared, and how many words they have. */
      compared: z.object({ segments: z.number().int(), words: z.number().int() }),
      /** Sentences past these were not compared: the answer is too long. Null when all were. */
      comparedUpTo: z.number().int().nullable(),
    }),
  ),
};
