import type { Message } from "#shared/model/manifest.ts";
import { meanInterval } from "#shared/model/mean-interval.ts";
import type { MovedPart, MovedResult } from "#shared/model/moved-result.ts";
import { Failure } from "#shared/contract/index.ts";
import { isMoved } from "./is-moved.ts";
import { withIdleChange } from "./idle-changes.ts";
import { leaveOut } from "./leave-out.ts";
import type { PartNode } from "./part-node.ts";
import { allParts, leavesIn } from "./part-tree.ts";
import {
  CONTROL_KEYS,
  type Depth,
  type Evaluation,
  type Known,
  type Measured,
  noiseOf,
  type Plan,
  planEvaluations,
  WHOLE_KEY,
} from "./plan-evaluations.ts";

/** How likely the answer is after some messages. */
export type Weigh = (
  messages: readonly Message[],
  maxAnswerTokens: number,
  signal: AbortSignal,
) => Promise<{
  readonly promptTokens: number;
  readonly answerTokens: number;
  readonly logs: readonly number[];
  readonly evaluated: number;
}>;

/** One answer's evaluations so far, by what was left out; a measurement adds to them and can be continued. */
export type Evaluations = Map<string, Weight>;
type Weight =
  | {
      readonly logs: Float32Array;
      readonly prompt: number;
      readonly answer: number;
      readonly evaluated: number;
    }
  | { readonly problem: string };

export type Progress = { readonly done: number; readonly known: number; readonly evaluated: number };

type Weighing = {
  readonly messages: readonly Message[];
  readonly tree: readonly PartNode[];
  readonly depth: Depth;
  readonly weigh: Weigh;
  readonly evaluations: Evaluations;
  readonly onProgress: (progress: Progress) => void;
};

export type WeighedParts = Pick<
  MovedResult,
  "parts" | "failed" | "prompt" | "answer" | "judged" | "control" | "evaluations" | "evaluated" | "naive"
> & { readonly isDone: boolean };

/**
 * Weighs what the plan asks for until nothing is missing. Stopping and a failure of the judge reject; what was
 * weighed until then stays in `evaluations`.
 */
export const weighParts = async (weighing: Weighing, signal: AbortSignal): Promise<WeighedParts> => {
  const { evaluations, onProgress } = weighing;
  for (;;) {
    const { next } = planOf(weighing);
    if (next.length === 0) return partsSoFar(weighing);
    for (const [index, evaluation] of next.entries()) {
      signal.throwIfAborted();
      evaluations.set(evaluation.key, await weightOf(weighing, evaluation, signal));
      onProgress({
        done: evaluations.size,
        known: evaluations.size + next.length - index - 1,
        evaluated: evaluatedIn(evaluations),
      });
    }
  }
};

/** What the evaluations say, all of them or only some. */
export const partsSoFar = (weighing: Omit<Weighing, "weigh" | "onProgress">): WeighedParts => {
  const { tree, evaluations } = weighing;
  const plan = planOf(weighing);
  const whole = evaluations.get(WHOLE_KEY);
  const base = whole && "logs" in whole ? whole : null;
  const order = new Map(allParts(tree).map(({ id }, index) => [id, index]));
  const judged = base?.logs.length ?? 0;
  return {
    isDone: plan.next.length === 0,
    parts: plan.measured
      .map((measured) => movedPart(measured, evaluations))
      .toSorted((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0)),
    failed: plan.failed.map(({ id, title }) => ({ id, title, problem: problemOf(evaluations, id) })),
    prompt: base?.prompt ?? 0,
    answer: base?.answer ?? 0,
    judged,
    control: base ? noiseOf(knownIn(evaluations)) : 0,
    evaluations: evaluations.size,
    evaluated: evaluatedIn(evaluations),
    naive: naiveTokens(tree, base?.prompt ?? 0, judged),
  };
};

const planOf = ({ tree, depth, evaluations }: Omit<Weighing, "weigh" | "onProgress">): Plan => {
  const whole = evaluations.get(WHOLE_KEY);
  const judged = whole && "logs" in whole ? whole.logs.length : 0;
  return planEvaluations(tree, depth, knownIn(evaluations), (drop, control) =>
    isMoved(drop, control, judged),
  );
};

const knownIn =
  (evaluations: Evaluations): Known =>
  (key) => {
    const weight = evaluations.get(key);
    if (!weight) return undefined;
    return "logs" in weight ? sum(weight.logs) : null;
  };

const weightOf = async (
  { messages, weigh, evaluations }: Weighing,
  { key, without }: Evaluation,
  signal: AbortSignal,
): Promise<Weight> => {
  const control = CONTROL_KEYS.indexOf(key);
  const asked =
    control >= 0
      ? withIdleChange(messages, control)
      : leaveOut(
          messages,
          without.flatMap(({ cuts }) => cuts),
        );
  try {
    const whole = evaluations.get(WHOLE_KEY);
    const most = whole && "logs" in whole ? whole.logs.length : MAX_JUDGED_TOKENS;
    const { logs, promptTokens, answerTokens, evaluated } = await weigh(asked, most, signal);
    const isCut = key === WHOLE_KEY && logs.length < Math.min(answerTokens, MAX_JUDGED_TOKENS);
    const judged = isCut ? logs.slice(0, -SPARE_TOKENS) : logs;
    if (judged.length === 0) throw noRoom(promptTokens);
    return { logs: Float32Array.from(judged), prompt: promptTokens, answer: answerTokens, evaluated };
  } catch (error) {
    // A template may refuse messages in which a part is missing; the other parts can be weighed all the same.
    if (!(error instanceof Failure) || key === WHOLE_KEY || !REFUSALS.has(error.code)) throw error;
    return { problem: error.message };
  }
};

/** Of a longer answer its beginning is judged: a later word depends on those before it. */
const MAX_JUDGED_TOKENS = 1024;
/** Where the window ends the answer: the prompts to come may be a little longer, and judge the same words. */
const SPARE_TOKENS = 16;

const noRoom = (tokens: number) =>
  new Failure(
    "context-length",
    `The prompt has ${tokens} tokens for this model, which leaves no room in its window for the answer.`,
    { tokens },
  );

const REFUSALS: ReadonlySet<string> = new Set(["model-failed", "context-length"]);

const movedPart = (
  { part, withIt, withoutIt, ...figures }: Measured,
  evaluations: Evaluations,
): MovedPart => {
  const { low, high } = meanInterval(dropsOf(evaluations.get(withIt), evaluations.get(withoutIt)));
  const { cuts: _cuts, children: _children, ...shown } = part;
  const parts = leavesIn([part]).length;
  const { logs } = evaluations.get(withoutIt) as { logs: Float32Array };
  return {
    ...shown,
    segments: [...shown.segments],
    parts,
    answers: null,
    ...figures,
    low: low * logs.length,
    high: high * logs.length,
  };
};

/** Per token of the answer. */
const dropsOf = (withIt: Weight | undefined, withoutIt: Weight | undefined): readonly number[] => {
  if (!withIt || !withoutIt || !("logs" in withIt) || !("logs" in withoutIt)) return [];
  return Array.from(withoutIt.logs, (log, at) => (withIt.logs[at] ?? log) - log);
};

const problemOf = (evaluations: Evaluations, part: string): string => {
  for (const [key, weight] of evaluations)
    if ("problem" in weight && key.split("\n").includes(part)) return weight.problem;
  return "";
};

const evaluatedIn = (evaluations: Evaluations): number => {
  let tokens = 0;
  for (const weight of evaluations.values()) if ("logs" in weight) tokens += weight.evaluated;
  return tokens;
};

/** Each of the smallest parts left out, and everything else read from the beginning; and once with all. */
const naiveTokens = (tree: readonly PartNode[], prompt: number, judged: number): number => {
  const leaves = leavesIn(tree);
  const parts = leaves.reduce((tokens, leaf) => tokens + leaf.tokens, 0);
  return (leaves.length + 1) * (prompt + judged) - parts;
};

const sum = (logs: Float32Array): number => logs.reduce((total, log) => total + log, 0);
