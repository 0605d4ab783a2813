import { randomFrom } from "../result/random.ts";
import type { TrialFile } from "./trial-file.ts";

export type Step =
  | { readonly type: "answer"; readonly question: number; readonly variant: number; readonly repeat: number }
  | {
      readonly type: "judgement";
      readonly question: number;
      readonly repeat: number;
      readonly first: number;
    };

/**
 * Everything that is asked, in order: all questions once, then all again. For each question the variants follow each
 * other, and a coin decides which is first, so that a server that grows slow or a cache that grows warm treats them
 * alike. The same trial has the same order.
 */
export const stepsOf = ({ questions, variants, repeats, judge, seed }: TrialFile): readonly Step[] => {
  const random = randomFrom(seed);
  const steps: Step[] = [];
  const isJudged = judge !== null && variants.length === 2;
  for (let repeat = 0; repeat < repeats; repeat++) {
    for (let question = 0; question < questions.length; question++) {
      const order = variants.map((_, variant) => variant);
      if (random() < 0.5) order.reverse();
      for (const variant of order) steps.push({ type: "answer", question, variant, repeat });
      if (isJudged) for (const first of [0, 1]) steps.push({ type: "judgement", question, repeat, first });
    }
  }
  return steps;
};

/** Names a step, so that what is done is recognised. */
export const stepKey = (step: Step): string =>
  step.type === "answer"
    ? `a ${step.question} ${step.variant} ${step.repeat}`
    : `j ${step.question} ${step.repeat} ${step.first}`;
