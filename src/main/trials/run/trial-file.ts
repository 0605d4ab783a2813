import { z } from "zod";
import { namedModel, question, variant } from "#shared/model/trial.ts";
import { trialStatus } from "#shared/model/trial-result.ts";

/** A trial as it was started: its questions and variants do not change with their file. */
export const trialFile = z.object({
  version: z.literal(1),
  id: z.string(),
  at: z.string(),
  title: z.string(),
  set: z.string(),
  questions: z.array(question),
  variants: z.array(variant),
  repeats: z.number().int(),
  judge: namedModel.nullable(),
  /** Of the order in which variants are asked, and of the intervals. */
  seed: z.number().int(),
  status: trialStatus,
  failure: z
    .object({ code: z.string(), message: z.string(), question: z.number().int().nullable() })
    .nullable(),
});
export type TrialFile = z.output<typeof trialFile>;

const amounts = {
  read: z.number().int(),
  wrote: z.number().int(),
  /** False: the provider did not report both. */
  exact: z.boolean(),
  ms: z.number().int(),
  cost: z.number().nullable(),
  local: z.boolean(),
};

/** One line of a trial's answers: written when it came, never changed. */
export const answerLine = z.discriminatedUnion("type", [
  z.object({
    type: z.literal("answer"),
    question: z.number().int(),
    variant: z.number().int(),
    repeat: z.number().int(),
    text: z.string(),
    /** `length`, `refused`, `empty`, `tools`, or the code of a failure that belongs to this question alone. */
    ending: z.string().nullable(),
    tools: z.array(z.string()),
    /** Of the whole prompt; it differs when files changed while the trial stood still. */
    prompt: z.string(),
    checks: z.array(z.object({ passed: z.boolean().nullable(), why: z.string() })),
    ...amounts,
  }),
  z.object({
    type: z.literal("judgement"),
    question: z.number().int(),
    repeat: z.number().int(),
    /** Which variant was shown first and is better; null: neither, or nothing that could be understood. */
    first: z.number().int(),
    better: z.number().int().nullable(),
    text: z.string(),
    ...amounts,
  }),
]);
export type AnswerLine = z.output<typeof answerLine>;
export type Answered = Extract<AnswerLine, { type: "answer" }>;
export type Judged = Extract<AnswerLine, { type: "judgement" }>;
