import { planSummarised } from "../plan/plan-history.ts";
import type { ChatOverhead } from "../../tokens/encoding-for-model.ts";
import type { BoundProfile } from "../profiles/profile-kind.ts";
import type { Candidate, Gathered, Meter, Plan } from "../types.ts";
import { type FitState, overBy, overheadOf, totalOf, wantedState } from "./fit-state.ts";
import { refuseWindow } from "./refuse-window.ts";
import { OVERFLOW_STEPS } from "./steps.ts";

/**
 * Makes the prompt fit the window. A profile's own limits are already in its plan. Steps for the window follow in
 * a fixed order: tool descriptions, memory hits, workspace files, compaction, the oldest messages, then the list of
 * skills and tools.
 *
 * The account: every candidate is counted as the text it adds, separators included, and each piece is
 * counted on its own. Where joined pieces have more tokens, the seams count as overhead, so that the message
 * never has more tokens than the account says.
 */

export type Fitted = Pick<
  FitState,
  "window" | "plan" | "history" | "tools" | "shelved" | "definitions" | "actions" | "compaction"
> & {
  readonly summarised: readonly Candidate[];
  readonly overhead: number;
  /** What the chat format adds. */
  readonly format: ChatOverhead;
  readonly used: number;
  /** The plan before the window was applied. Fixes are computed from it. */
  readonly wanted: {
    readonly plan: Plan;
    readonly history: readonly Candidate[];
    /** Tokens that joining the texts adds. */
    readonly seams: number;
  };
};

export const fit = (gathered: Gathered, profile: BoundProfile, meter: Meter): Fitted => {
  const wanted = wantedState(gathered, profile, meter);
  const fitted = OVERFLOW_STEPS.reduce((state, step) => step(state), wanted);
  const { window, plan, history, tools, shelved, definitions, compaction } = fitted;
  const used = totalOf(fitted);
  if (overBy(fitted) > 0) throw refuseWindow(fitted, used, [...plan.candidates, ...history, ...tools]);
  return {
    window,
    plan,
    history,
    tools,
    shelved,
    definitions,
    actions: withFreed(fitted, gathered.compacted, used),
    compaction,
    summarised: planSummarised(gathered, fitted.history, meter),
    overhead: overheadOf(fitted),
    format: gathered.overhead,
    used,
    wanted: { plan: wanted.plan, history: wanted.history, seams: wanted.seams },
  };
};

/** A compaction freed the difference between the prompt without it and with it; the latter is known only now. */
const withFreed = (
  { actions }: FitState,
  compacted: Gathered["compacted"],
  used: number,
): FitState["actions"] => {
  if (!compacted || compacted.failed !== undefined) return actions;
  const freed = Math.max(0, compacted.usedBefore - used);
  return actions.map((action) => (action.step === "compact" ? { ...action, freed } : action));
};
