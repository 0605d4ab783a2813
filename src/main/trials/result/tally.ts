import type { Answered, AnswerLine, Judged, TrialFile } from "../run/trial-file.ts";

/** What came, by question and variant. Texts are cut: a result shows their beginning. */
export type Tally = {
  readonly questions: readonly QuestionTally[];
  readonly done: number;
  /** Answers whose prompt differs from the one of the first answer of the same question and variant. */
  readonly changedPrompts: number;
};

export type QuestionTally = {
  /** By variant. */
  readonly sides: readonly Answered[][];
  readonly judged: Judged[];
};

const MAX_KEPT_CHARS = 8_000;

export const tallyOf = async (trial: TrialFile, lines: AsyncIterable<AnswerLine>): Promise<Tally> => {
  const questions = trial.questions.map((): QuestionTally => ({
    sides: trial.variants.map(() => []),
    judged: [],
  }));
  let done = 0;
  let changedPrompts = 0;
  for await (const line of lines) {
    const of = questions[line.question];
    if (!of) continue;
    done += 1;
    if (line.type === "judgement") {
      of.judged.push({ ...line, text: "" });
      continue;
    }
    const side = of.sides[line.variant];
    if (!side) continue;
    if (side[0] && side[0].prompt !== line.prompt) changedPrompts += 1;
    side.push({ ...line, text: line.text.slice(0, MAX_KEPT_CHARS) });
  }
  return { questions, done, changedPrompts };
};

/** Whether an answer passed all checks of its question; one that cannot be decided did not. */
export const hasPassed = ({ checks }: Answered): boolean => checks.every(({ passed }) => passed === true);

export const average = (values: readonly number[]): number =>
  values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
