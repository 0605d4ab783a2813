import { z } from "zod";
import { sampling } from "./sampling.ts";

/**
 * What answers, where it differs from the settings of the conversation's agent. A conversation has one, and so may
 * a single message; the message's wins field by field.
 */
export const answerChoice = z.object({
  /** Id of the agent that answers in place of the conversation's own. */
  agent: z.string().max(200).optional(),
  /** Null: Built-in. */
  model: z
    .object({ provider: z.string().min(1).max(200), model: z.string().min(1).max(500) })
    .nullable()
    .optional(),
  profile: z.string().max(200).optional(),
  ...sampling.shape,
});
export type AnswerChoice = z.output<typeof answerChoice>;

export const noChoice: AnswerChoice = {};

/** Whether nothing differs. */
export const isNone = (choice: AnswerChoice): boolean =>
  Object.values(choice).every((value) => value === undefined);

/** Both together; the fields of the second win. */
export const joinedChoice = (first: AnswerChoice, second: AnswerChoice): AnswerChoice => ({
  ...first,
  // A different agent has a model of its own.
  ...(second.agent !== undefined && second.agent !== first.agent ? { model: undefined } : {}),
  ...second,
});
