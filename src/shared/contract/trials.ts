import { z } from "zod";
import { MAX_REPEATS, MAX_VARIANTS, namedModel, questionSet, setProblem, variant } from "../model/trial.ts";
import { readingPlan, readingWindow } from "../model/reading-window.ts";
import { trialAnswer, trialPlan, trialResult, trialSummary } from "../model/trial-result.ts";
import { route } from "./route.ts";
import { sessionId } from "./session-id.ts";

const path = z.string().min(1).max(1_000);
const id = z.string().min(1).max(100);

/** What is not given is as in the file. */
const wanted = z.object({
  path,
  variants: z.array(variant).min(1).max(MAX_VARIANTS).optional(),
  repeats: z.number().int().min(1).max(MAX_REPEATS).optional(),
  judge: namedModel.nullable().optional(),
});
export type TrialInput = z.output<typeof wanted>;

const listedSet = z.object({
  path: z.string(),
  title: z.string(),
  questions: z.number().int(),
  checks: z.number().int(),
  problems: z.number().int(),
});
export type ListedSet = z.output<typeof listedSet>;

/** Question sets, and trials that ask them. */
export const trialsRoutes = {
  /** The question sets in `trials/`. */
  "trials.sets": route(z.object({}), z.object({ sets: z.array(listedSet) })),
  "trials.read": route(
    z.object({ path }),
    z.object({
      path: z.string(),
      text: z.string(),
      hash: z.string(),
      set: questionSet,
      problems: z.array(setProblem),
      /** Why a form would lose something of the file; null when it holds all of it. */
      textOnly: z.string().nullable(),
    }),
  ),
  /**
   * Writes a set; without a path a new file is made. `content` is the text, or the set itself. Fails as
   * `workspace.write` does when the file changed since `baseHash`.
   */
  "trials.save": route(
    z.object({
      path: path.nullable(),
      name: z.string().max(200).default(""),
      content: z.union([z.string().max(1024 * 1024), questionSet]),
      baseHash: z.string().nullable(),
    }),
    z.object({ path: z.string() }),
  ),
  /** First questions of past conversations, newest first; with `session`, all of that one. */
  "trials.past": route(
    z.object({
      session: sessionId.optional(),
      /** ISO 8601, from this moment and before that one. */
      since: z.string().optional(),
      until: z.string().optional(),
      limit: z.number().int().positive().max(200).default(10),
    }),
    z.object({
      questions: z.array(
        z.object({ ask: z.string(), at: z.string(), session: z.string(), title: z.string() }),
      ),
    }),
  ),
  /**
   * Calls, tokens and cost, before anything is asked. A variant that cannot be asked, or does not fit its window, has
   * a `problem`.
   */
  "trials.plan": route(wanted, z.object({ plan: trialPlan, problems: z.array(setProblem) })),
  /** Fails with `trial-cannot-start`, and with `trial-running` while another one runs. */
  "trials.start": route(wanted, z.object({ id: z.string() })),
  /** What was answered stays; `trials.continue` asks the rest. */
  "trials.stop": route(z.object({ id }), z.object({})),
  "trials.continue": route(z.object({ id }), z.object({})),
  /** Newest first. */
  "trials.list": route(z.object({}), z.object({ trials: z.array(trialSummary) })),
  "trials.result": route(z.object({ id }), trialResult),
  /** All answers to one question, whole. */
  "trials.answers": route(
    z.object({ id, question: z.number().int().nonnegative() }),
    z.object({ ask: z.string(), answers: z.array(trialAnswer) }),
  ),
  /** Makes a variant the way its agent answers from now on: one change. Fails with `nothing-to-keep`. */
  "trials.keep": route(
    z.object({ id, variant: z.number().int().nonnegative() }),
    z.object({ change: z.string().nullable(), name: z.string() }),
  ),
  "trials.remove": route(z.object({ id }), z.object({})),
  /** How much of their windows models were measured to read well. */
  "trials.windows": route(z.object({}), z.object({ windows: z.array(readingWindow) })),
  /** What measuring would take; `problem` says why it cannot be done. Asks no model. */
  "trials.planWindow": route(namedModel, readingPlan),
  /** One that was stopped goes on. Fails with `trial-cannot-start` and `trial-running`. */
  "trials.measureWindow": route(namedModel, z.object({})),
  "trials.stopWindow": route(z.object({}), z.object({})),
};

export const trialsEvents = {
  "trials.changed": z.object({ trial: trialSummary.omit({ variants: true }) }),
  "trials.window": z.object({ measured: readingWindow }),
};
