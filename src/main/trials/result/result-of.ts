import { shareInterval } from "#shared/model/proportion.ts";
import type {
  PairedInterval,
  QuestionResult,
  SideResult,
  TrialResult,
  TrialSummary,
  VariantTotals,
} from "#shared/model/trial-result.ts";
import { cutStart } from "../../base/cut-text.ts";
import type { Answered, TrialFile } from "../run/trial-file.ts";
import type { Similarities } from "./similarity.ts";
import { average, hasPassed, type QuestionTally, type Tally } from "./tally.ts";
import { verdictOf } from "./verdict.ts";
import { whereAllAgree } from "./where-all-agree.ts";

const MAX_EXCERPT = 600;

export type Intervals = (lists: readonly (readonly number[])[]) => Promise<readonly PairedInterval[]>;

/** Everything a person sees of a trial, from what came so far. */
export const resultOf = async (
  trial: TrialFile,
  summary: TrialSummary,
  tally: Tally,
  similar: Similarities | null,
  intervals: Intervals,
): Promise<TrialResult> => {
  const questions = tally.questions.map((each, index) => questionResult(trial, each, index, similar));
  const isPaired = trial.variants.length === 2;
  const pairs = isPaired ? pairsOf(trial, tally.questions) : null;
  const found = pairs && (await intervals(Object.values(pairs)));
  const named = found && (byName(pairs, found) as Record<keyof Pairs, PairedInterval>);
  const costs = named && pairs && pairs.cost.length > 0 ? named.cost : null;
  const totals = trial.variants.map((variant, index) => totalsOf(variant.name, index, trial, tally, similar));
  const alike = questions.flatMap(({ similarity }) => (similarity === null ? [] : [similarity]));
  return {
    trial: summary,
    totals,
    verdict: verdictOf(trial, summary, totals, named),
    differences: named && { read: named.read, wrote: named.wrote, ms: named.ms, cost: costs },
    similarity: similar && alike.length > 0 ? { mean: average(alike), by: similar.by } : null,
    judge: trial.judge && {
      ...trial.judge,
      cost: costOfJudge(tally),
      interval: named?.judged ?? { mean: 0, low: null, high: null, questions: 0 },
      disagreed: tally.questions.reduce((sum, { judged }) => sum + disagreements(judged), 0),
    },
    notes: notesOf(tally),
    questions,
  };
};

type Pairs = Record<"passed" | "judged" | "read" | "wrote" | "ms" | "cost", number[]>;

/** Second minus first, one per question that both variants answered equally often. */
const pairsOf = (trial: TrialFile, questions: readonly QuestionTally[]): Pairs => {
  const pairs: Pairs = { passed: [], judged: [], read: [], wrote: [], ms: [], cost: [] };
  for (const [index, { sides, judged }] of questions.entries()) {
    const [first = [], second = []] = sides;
    if (first.length === 0 || first.length !== second.length) continue;
    const difference = (of: (answer: Answered) => number) => average(second.map(of)) - average(first.map(of));
    if ((trial.questions[index]?.checks.length ?? 0) > 0)
      pairs.passed.push(difference((answer) => (hasPassed(answer) ? 1 : 0)));
    if (judged.length > 0) pairs.judged.push(judgedOf(judged));
    pairs.read.push(difference(({ read }) => read));
    pairs.wrote.push(difference(({ wrote }) => wrote));
    pairs.ms.push(difference(({ ms }) => ms));
    if ([...first, ...second].every(({ cost }) => cost !== null))
      pairs.cost.push(difference(({ cost }) => cost ?? 0));
  }
  return pairs;
};

const byName = (pairs: Pairs, found: readonly PairedInterval[]): Record<string, PairedInterval> =>
  Object.fromEntries(
    Object.entries(pairs).flatMap(([name, differences], index) => {
      const interval = found[index];
      if (!interval) return [];
      return [[name, SCALED.has(name) ? whereAllAgree(interval, differences) : interval]];
    }),
  );

/** From -1 to 1. */
const SCALED: ReadonlySet<string> = new Set<keyof Pairs>(["passed", "judged"]);

/** A pair counts for a variant only when the judge prefers it in both orders: -1 the first one, 1 the second. */
const judgedOf = (judged: QuestionTally["judged"]): number => {
  const byRepeat = Map.groupBy(judged, ({ repeat }) => repeat);
  const scores = [...byRepeat.values()].flatMap((pair) => {
    if (pair.length < 2) return [];
    const [one, two] = pair.map(({ better }) => better);
    if (one === null || one !== two) return [0];
    return [one === 1 ? 1 : -1];
  });
  return average(scores);
};

/** Pairs for which the judge preferred the place, not the answer. */
const disagreements = (judged: QuestionTally["judged"]): number =>
  [...Map.groupBy(judged, ({ repeat }) => repeat).values()].filter(
    ([one, two]) => one && two && one.better !== null && two.better !== null && one.better !== two.better,
  ).length;

const costOfJudge = ({ questions }: Tally): number | null => {
  const costs = questions.flatMap(({ judged }) => judged.map(({ cost }) => cost));
  return costs.every((cost) => cost !== null)
    ? costs.reduce<number>((sum, cost) => sum + (cost ?? 0), 0)
    : null;
};

const questionResult = (
  trial: TrialFile,
  { sides, judged }: QuestionTally,
  index: number,
  similar: Similarities | null,
): QuestionResult => {
  const asked = trial.questions[index];
  const checks = asked?.checks.length ?? 0;
  return {
    question: index,
    ask: asked?.ask ?? "",
    checks,
    sides: sides.map((answers) => sideOf(answers, checks > 0)),
    similarity: similar?.between[index] ?? null,
    judged: judged.length === 0 ? null : judgedOf(judged),
  };
};

const sideOf = (answers: readonly Answered[], hasChecks: boolean): SideResult => ({
  answers: answers.length,
  passed: hasChecks ? answers.filter(hasPassed).length : null,
  refused: answers.filter(({ ending }) => ending === "refused").length,
  incomplete: answers.filter(({ ending }) => ending !== null && ending !== "refused").length,
  excerpt: cutStart(answers[0]?.text.trim() ?? "", MAX_EXCERPT),
  read: average(answers.map(({ read }) => read)),
  wrote: average(answers.map(({ wrote }) => wrote)),
  exact: answers.every(({ exact }) => exact),
  ms: average(answers.map(({ ms }) => ms)),
  cost: costOfAll(answers),
});

const totalsOf = (
  name: string,
  variant: number,
  trial: TrialFile,
  { questions }: Tally,
  similar: Similarities | null,
): VariantTotals => {
  const answers = questions.flatMap(({ sides }) => sides[variant] ?? []);
  const checked = questions.flatMap(({ sides }, index) =>
    (trial.questions[index]?.checks.length ?? 0) > 0 ? (sides[variant] ?? []) : [],
  );
  const passed = checked.filter(hasPassed).length;
  return {
    name,
    answers: answers.length,
    checked: checked.length,
    passed,
    refused: answers.filter(({ ending }) => ending === "refused").length,
    incomplete: answers.filter(({ ending }) => ending !== null && ending !== "refused").length,
    read: sumOf(answers.map(({ read }) => read)),
    wrote: sumOf(answers.map(({ wrote }) => wrote)),
    exact: answers.every(({ exact }) => exact),
    ms: sumOf(answers.map(({ ms }) => ms)),
    cost: costOfAll(answers),
    local: answers.every(({ local }) => local),
    similarity: similar?.within[variant] ?? null,
    share: trial.repeats === 1 && checked.length > 0 ? { ...shareInterval(passed, checked.length) } : null,
  };
};

const sumOf = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0);

const costOfAll = (answers: readonly Answered[]): number | null =>
  answers.every(({ cost }) => cost !== null) ? sumOf(answers.map(({ cost }) => cost ?? 0)) : null;

const notesOf = ({ questions, changedPrompts }: Tally): string[] => {
  const answers = questions.flatMap(({ sides }) => sides.flat());
  const undecided = answers.flatMap(({ checks }) => checks.filter(({ passed }) => passed === null));
  const tools = answers.filter(({ tools: called }) => called.length > 0).length;
  const tooLong = answers.filter(({ ending }) => ending === "context-length").length;
  return [
    ...(changedPrompts > 0
      ? [
          `Files changed while this ran: ${changedPrompts} answers read a different prompt than the first answer to the same question.`,
        ]
      : []),
    ...(undecided.length > 0
      ? [
          `${undecided.length} checks could not be decided and count as not passed. ${undecided[0]?.why ?? ""}`,
        ]
      : []),
    ...(tools > 0 ? [`${tools} answers called for tools. In a trial no tool is run.`] : []),
    ...(tooLong > 0 ? [`${tooLong} questions were too long for the server and have no answer.`] : []),
  ];
};
