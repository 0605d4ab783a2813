import type { RunShape } from "#shared/contract/context.ts";

export type TurnName = {
  readonly turn: number;
  /** From 1: a turn has further calls for each step with tools, and where it was asked again. */
  readonly call: number;
};

/** What each of the runs is called; several conversations at once are numbered as listed. */
export const turnNames = (runs: readonly Pick<RunShape, "turn">[]): readonly TurnName[] => {
  const calls = new Map<number, number>();
  return runs.map((run, index) => {
    const turn = run.turn ?? index + 1;
    const call = (calls.get(turn) ?? 0) + 1;
    calls.set(turn, call);
    return { turn, call };
  });
};
