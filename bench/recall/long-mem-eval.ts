import { z } from "zod";

/**
 * LongMemEval's shape: each question has a history of its own, a list of sessions, and names the sessions that hold
 * the evidence. Questions whose id ends with `_abs` ask for what was never said; there is nothing to find.
 */
export const longMemEval = z.array(
  z
    .object({
      question_id: z.string(),
      question: z.string(),
      question_date: z.string().default(""),
      haystack_session_ids: z.array(z.string()),
      haystack_dates: z.array(z.string()).default([]),
      haystack_sessions: z.array(z.array(z.object({ role: z.string(), content: z.string() }))),
      answer_session_ids: z.array(z.string()),
    })
    .refine(
      ({ haystack_session_ids, haystack_sessions }) =>
        haystack_session_ids.length === haystack_sessions.length,
      "haystack_session_ids and haystack_sessions differ in length",
    ),
);
export type LongMemEvalQuestion = z.output<typeof longMemEval>[number];

/** Questions that can be answered from a session of their history. */
export const answerable = (questions: readonly LongMemEvalQuestion[]): readonly LongMemEvalQuestion[] =>
  questions.filter(
    ({ question_id, answer_session_ids }) => !question_id.endsWith("_abs") && answer_session_ids.length > 0,
  );

/** How well the sessions of one question were found, best first. */
export type SessionFigures = {
  /** Strict: 1 when every session with evidence is among the first five, otherwise 0. */
  readonly allAt5: number;
  /** The same among the first ten. */
  readonly allAt10: number;
  /** 1 when at least one of them is among the first five. */
  readonly anyAt5: number;
};

export const sessionFigures = (found: readonly string[], wanted: readonly string[]): SessionFigures => {
  const sessions = [...new Set(found)];
  const among = (count: number) => new Set(sessions.slice(0, count));
  const all = (count: number) => Number(wanted.every((id) => among(count).has(id)));
  return { allAt5: all(5), allAt10: all(10), anyAt5: Number(wanted.some((id) => among(5).has(id))) };
};
