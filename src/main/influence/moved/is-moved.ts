/** The answer must become at least half as likely. */
const MIN_DROP = Math.LN2;
/** And this many times more unlikely than by any of the changes without a meaning. */
const TIMES_CONTROL = 3;
/** In a long answer small differences add up: per token, it must be at least this much on average. */
const MIN_DROP_PER_TOKEN = 0.005;

/** Whether leaving a part out moved the answer. Drops are natural logarithms. */
export const isMoved = (drop: number, control: number, answerTokens: number): boolean =>
  drop >= Math.max(MIN_DROP, TIMES_CONTROL * control, MIN_DROP_PER_TOKEN * answerTokens);
