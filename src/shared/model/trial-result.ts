import { z } from "zod";
import { MAX_REPEATS, namedModel, variant } from "./trial.ts";

/** What a trial would take, said before it starts. */
export const trialPlan = z.object({
  questions: z.number().int(),
  repeats: z.number().int().max(MAX_REPEATS),
  calls: z.number().int(),
  /** Calls of the judge among them. */
  judgeCalls: z.number().int(),
  /** Questions whose prompts were assembled for these figures; the others are estimated from them. */
  looked: z.number().int(),
  variants: z.array(
    z.object({
      name: z.string(),
      agent: z.string(),
      provider: z.string(),
      model: z.string(),
      calls: z.number().int(),
      read: z.number().int(),
      /** False: at least one figure is an estimate. */
      exact: z.boolean(),
      /** At most this many tokens are written. */
      write: z.number().int(),
      /** At most, in dollars; null when no price is known. */
      cost: z.number().nullable(),
      local: z.boolean(),
      window: z.number().int(),
      /** Questions, of those looked at, whose prompt was cut to fit the window. */
      cut: z.number().int(),
      /** Questions, of those looked at, for which memory finds passages of a file that is left out. */
      recalled: z.number().int(),
      /** Tools whose definitions are sent; in a trial none is run. */
      tools: z.number().int(),
      /** Why it cannot be asked. */
      problem: z.object({ code: z.string(), message: z.string() }).nullable(),
    }),
  ),
  judge: z
    .object({
      ...namedModel.shape,
      read: z.number().int(),
      write: z.number().int(),
      cost: z.number().nullable(),
      local: z.boolean(),
    })
    .nullable(),
});
export type TrialPlan = z.output<typeof trialPlan>;

/** `interrupted`: the process ended while it was running. */
export const trialStatus = z.enum(["running", "stopped", "failed", "interrupted", "done"]);
export type TrialStatus = z.output<typeof trialStatus>;

export const trialSummary = z.object({
  id: z.string(),
  at: z.string(),
  title: z.string(),
  /** Project-relative path of the question set. */
  set: z.string(),
  status: trialStatus,
  /** Why it stands still. */
  failure: z
    .object({ code: z.string(), message: z.string(), question: z.number().int().nullable() })
    .nullable(),
  variants: z.array(variant),
  questions: z.number().int(),
  repeats: z.number().int(),
  judge: namedModel.nullable(),
  /** Answers, and judgements where there is a judge. */
  done: z.number().int(),
  total: z.number().int(),
});
export type TrialSummary = z.output<typeof trialSummary>;

export const pairedInterval = z.object({
  /** Second variant minus first, averaged over questions. */
  mean: z.number(),
  /** Null: too few questions for an interval of 95 %. */
  low: z.number().nullable(),
  high: z.number().nullable(),
  questions: z.number().int(),
});
export type PairedInterval = z.output<typeof pairedInterval>;

/** One variant's answers to one question, over its repeats. */
export const sideResult = z.object({
  answers: z.number().int(),
  /** Answers that passed every check; null when the question has no check. */
  passed: z.number().int().nullable(),
  refused: z.number().int(),
  /** Answers that broke off, were empty, or only called tools. */
  incomplete: z.number().int(),
  /** Of the first answer, in short. */
  excerpt: z.string(),
  read: z.number(),
  wrote: z.number(),
  /** False: the provider reported no usage for some of it. */
  exact: z.boolean(),
  ms: z.number(),
  cost: z.number().nullable(),
});
export type SideResult = z.output<typeof sideResult>;

export const questionResult = z.object({
  /** From 0, in the order of the trial. */
  question: z.number().int(),
  ask: z.string(),
  checks: z.number().int(),
  /** In the order of the variants. */
  sides: z.array(sideResult),
  /** Cosine of the answers' meanings between the variants; null when it was not computed. */
  similarity: z.number().nullable(),
  /** The judge's, -1 (first is better) to 1, averaged over repeats; null without a judge. */
  judged: z.number().nullable(),
});
export type QuestionResult = z.output<typeof questionResult>;

/**
 * What may be said about quality. `none-shown`: the interval holds zero. `too-few`: no interval of 95 % exists for
 * so few questions. `unfinished`: it says nothing before all was asked, because looking early finds differences that
 * are none.
 */
export const verdict = z.object({
  kind: z.enum(["difference", "none-shown", "too-few", "unfinished", "no-measure", "single"]),
  measure: z.enum(["checks", "judge"]).nullable(),
  /** Index of the variant that did better. */
  better: z.number().int().nullable(),
  interval: pairedInterval.nullable(),
  /** One sentence. */
  text: z.string(),
});
export type Verdict = z.output<typeof verdict>;

export const variantTotals = z.object({
  name: z.string(),
  answers: z.number().int(),
  /** Of answers to questions with checks. */
  checked: z.number().int(),
  passed: z.number().int(),
  refused: z.number().int(),
  incomplete: z.number().int(),
  read: z.number(),
  wrote: z.number(),
  exact: z.boolean(),
  ms: z.number(),
  /** Dollars; null when no price is known. */
  cost: z.number().nullable(),
  local: z.boolean(),
  /** How alike the answers of this variant are among themselves; null without repeats. */
  similarity: z.number().nullable(),
  /** The exact interval of the share that passed; null with repeats, because answers to one question go together. */
  share: z.object({ low: z.number(), high: z.number() }).nullable(),
});
export type VariantTotals = z.output<typeof variantTotals>;

export const trialResult = z.object({
  trial: trialSummary,
  totals: z.array(variantTotals),
  verdict,
  /** Second minus first, per answer. Null with one variant. */
  differences: z
    .object({
      read: pairedInterval,
      wrote: pairedInterval,
      ms: pairedInterval,
      cost: pairedInterval.nullable(),
    })
    .nullable(),
  /** Average over questions, and the model that compared them. */
  similarity: z.object({ mean: z.number(), by: z.string() }).nullable(),
  judge: z
    .object({
      ...namedModel.shape,
      cost: z.number().nullable(),
      interval: pairedInterval,
      disagreed: z.number(),
    })
    .nullable(),
  /** Things a reader must know: prompts that changed meanwhile, checks that could not be decided. */
  notes: z.array(z.string()),
  questions: z.array(questionResult),
});
export type TrialResult = z.output<typeof trialResult>;

/** One answer, whole. */
export const trialAnswer = z.object({
  variant: z.number().int(),
  repeat: z.number().int(),
  text: z.string(),
  ending: z.string().nullable(),
  /** Tools it called for; none was run. */
  tools: z.array(z.string()),
  read: z.number().int(),
  wrote: z.number().int(),
  exact: z.boolean(),
  ms: z.number().int(),
  cost: z.number().nullable(),
  checks: z.array(z.object({ check: z.string(), passed: z.boolean().nullable(), why: z.string() })),
});
export type TrialAnswer = z.output<typeof trialAnswer>;
