import { z } from "zod";
import { overrides } from "../contract/overrides.ts";
import { sampling } from "./sampling.ts";

/** What a trial is made of: a question set (a file in `trials/`) and the variants that answer it. */

export const MAX_QUESTIONS = 2_000;
export const MAX_QUESTION_CHARS = 20_000;
export const MAX_CHECKS = 20;
export const MAX_VARIANTS = 2;
export const MAX_REPEATS = 20;
/** A longer answer is kept up to here. */
export const MAX_ANSWER_CHARS = 200_000;
const MAX_WORDS = 2_000;
const MAX_NAME = 200;
export const MAX_PATTERN_CHARS = 500;

const words = z.string().min(1).max(MAX_WORDS);
const jsonPath = z.string().min(1).max(MAX_NAME);

/** What can be said of an answer without a model. */
export const check = z.discriminatedUnion("kind", [
  /** Capitals do not matter. */
  z.strictObject({ kind: z.literal("contains"), text: words }),
  z.strictObject({ kind: z.literal("lacks"), text: words }),
  z.strictObject({
    kind: z.literal("matches"),
    pattern: z.string().min(1).max(MAX_PATTERN_CHARS),
    flags: z
      .string()
      .regex(/^[imsu]{0,4}$/)
      .optional(),
  }),
  /** The JSON of the answer has something at this path; with `equals`, exactly this. */
  z.strictObject({
    kind: z.literal("json"),
    path: jsonPath,
    equals: z.union([z.string().max(MAX_WORDS), z.number(), z.boolean(), z.null()]).optional(),
  }),
  /** The number at a path of the answer's JSON, or the first number of the answer. */
  z.strictObject({
    kind: z.literal("number"),
    min: z.number().optional(),
    max: z.number().optional(),
    path: jsonPath.optional(),
  }),
]);
export type Check = z.output<typeof check>;

export const question = z.strictObject({
  ask: z.string().trim().min(1).max(MAX_QUESTION_CHARS),
  checks: z.array(check).max(MAX_CHECKS).default([]),
});
export type Question = z.output<typeof question>;

export const namedModel = z.strictObject({
  provider: z.string().min(1).max(MAX_NAME),
  model: z.string().min(1).max(500),
});
export type NamedModel = z.output<typeof namedModel>;

/** One way to answer: what differs from the project as it is. All in any combination. */
export const variant = z.strictObject({
  name: z.string().trim().min(1).max(MAX_NAME),
  /** Default: the agent of the trial. */
  agent: z.string().max(MAX_NAME).optional(),
  /** Null: Built-in. */
  model: namedModel.nullable().optional(),
  profile: z.string().max(MAX_NAME).optional(),
  ...sampling.shape,
  /** As in a preview: window, limits, files left out, pinned or with a different text. */
  overrides: overrides.optional(),
});
export type Variant = z.output<typeof variant>;

export const questionSet = z.strictObject({
  title: z.string().max(MAX_NAME).default(""),
  questions: z.array(question).max(MAX_QUESTIONS),
  variants: z.array(variant).max(MAX_VARIANTS).default([]),
  repeats: z.number().int().min(1).max(MAX_REPEATS).default(1),
  judge: namedModel.nullable().default(null),
});
export type QuestionSet = z.output<typeof questionSet>;

/** Something in a set that is not used, and why. */
export const setProblem = z.object({
  /** Number of the question in the file, from 1; null: of the whole file. */
  question: z.number().int().nullable(),
  line: z.number().int().nullable(),
  message: z.string(),
});
export type SetProblem = z.output<typeof setProblem>;

/** Question sets are files directly in `trials/` of the project. */
export const TRIALS_FOLDER = "trials";

export const isQuestionSet = (path: string): boolean => /^trials\/[^/]+\.ya?ml$/i.test(path);

/** The variant without any difference: the project as it is. */
export const AS_IT_IS: Variant = { name: "As it is" };
