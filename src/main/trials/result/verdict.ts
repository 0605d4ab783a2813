import type { PairedInterval, TrialSummary, VariantTotals, Verdict } from "#shared/model/trial-result.ts";
import type { TrialFile } from "../run/trial-file.ts";
import { MIN_QUESTIONS } from "./paired-interval.ts";

type Found = Readonly<Record<"passed" | "judged", PairedInterval>>;

/**
 * The one sentence about quality. It rests on one measure, chosen before the trial: the checks where there are some,
 * otherwise the judge. Several measures with an interval of 95 % each would find a difference too often.
 */
export const verdictOf = (
  trial: TrialFile,
  { status, done, total }: TrialSummary,
  totals: readonly VariantTotals[],
  found: Found | null,
): Verdict => {
  const [first, second] = totals;
  const hasChecks = trial.questions.some(({ checks }) => checks.length > 0);
  const measure = hasChecks ? "checks" : trial.judge === null ? null : "judge";
  const none = { measure, better: null, interval: null } as const;
  if (!first) return { ...none, kind: "no-measure", text: "This trial has no variants." };
  if (!second || found === null) return { ...none, kind: "single", text: aloneText(first, status) };
  if (measure === null)
    return {
      ...none,
      kind: "no-measure",
      text: "Nothing says which answers are better: the set has no checks, and no judge was chosen.",
    };
  const interval = measure === "checks" ? found.passed : found.judged;
  if (status !== "done") {
    const text = `Not finished: ${done} of ${total} came so far. It says nothing about a difference before all did.`;
    return { ...none, kind: "unfinished", interval, text };
  }
  const { mean, low, high, questions } = interval;
  const range = rangeText(interval, measure);
  if (low === null || high === null) {
    const few = `${questions} ${questions === 1 ? "question" : "questions"}`;
    const text = `Too few questions: with ${few} nothing can be said at 95 %. It needs at least ${MIN_QUESTIONS}, and more to see small differences.`;
    return { ...none, kind: "too-few", interval, text };
  }
  const names = [first.name, second.name] as const;
  if (low <= 0 && high >= 0) {
    const text = `No difference shown between "${names[0]}" and "${names[1]}" on ${questions} questions (${range}).`;
    return { ...none, kind: "none-shown", interval, text };
  }
  const better = mean > 0 ? 1 : 0;
  const did =
    measure === "checks" ? "passed more checks than" : `was preferred by ${trial.judge?.model ?? ""} over`;
  const text = `"${names[better]}" ${did} "${names[1 - better]}" on ${questions} questions (${range}).`;
  return { measure, better, interval, kind: "difference", text };
};

/** In points of a hundred, or the judge's average from -1 to 1. */
const rangeText = ({ mean, low, high }: PairedInterval, measure: "checks" | "judge"): string => {
  const figure = (value: number) =>
    measure === "checks" ? signed(Math.round(value * 100)) : signed(Math.round(value * 100) / 100);
  const unit = measure === "checks" ? " points" : "";
  return `${figure(mean)}${unit}, 95 %: ${figure(low ?? 0)} to ${figure(high ?? 0)}`;
};

const signed = (value: number): string => {
  if (value === 0) return "0";
  return value > 0 ? `+${value}` : `−${Math.abs(value)}`;
};

const aloneText = (
  { name, passed, checked, share, answers }: VariantTotals,
  status: TrialSummary["status"],
): string => {
  const open = status === "done" ? "" : " It is not finished.";
  if (checked === 0) return `"${name}" gave ${answers} answers; the set has no checks.${open}`;
  const range = share ? ` (95 %: ${percent(share.low)} to ${percent(share.high)})` : "";
  return `"${name}" passed ${passed} of ${checked}${range}.${open}`;
};

const percent = (value: number): string => `${Math.round(value * 100)} %`;
