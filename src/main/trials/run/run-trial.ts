import { Failure } from "#shared/contract/index.ts";
import type { TrialStatus } from "#shared/model/trial-result.ts";
import type { TrialsWorker } from "../trials-worker.ts";
import type { TrialPorts } from "../trials-ports.ts";
import { answerTo, askerOf, type Asker, promptMark, promptOf } from "./ask.ts";
import { askJudge } from "./judge.ts";
import type { AnswerLine, TrialFile } from "./trial-file.ts";
import type { AnswerWriter, TrialStore } from "./trial-store.ts";
import { type Step, stepKey, stepsOf } from "./trial-steps.ts";

export type RunPorts = TrialPorts & {
  readonly store: TrialStore;
  readonly worker: TrialsWorker;
};

export type Ended = Pick<TrialFile, "failure"> & { readonly status: TrialStatus };

/**
 * Asks what was not asked yet. What came is on the disk before the next question. A provider that fails ends it with
 * the question and the reason; everything so far is kept, and the next run goes on there.
 */
export const runTrial = async (
  trial: TrialFile,
  ports: RunPorts,
  onStep: (done: number, total: number) => void,
  signal: AbortSignal,
): Promise<Ended> => {
  const steps = stepsOf(trial);
  const { done, texts } = await keptSteps(trial, ports);
  const answers = await ports.store.openAnswers(trial.id);
  let question: number | null = null;
  try {
    await ports.ready();
    onStep(done.size, steps.length);
    const askers = await Promise.all(trial.variants.map((variant) => askerOf(variant, ports)));
    for (const step of steps) {
      if (done.has(stepKey(step))) continue;
      signal.throwIfAborted();
      ({ question } = step);
      await take(step, { trial, askers, texts, ports, answers, signal });
      done.add(stepKey(step));
      onStep(done.size, steps.length);
    }
    return { status: "done", failure: null };
  } catch (error) {
    if (signal.aborted) return { status: "stopped", failure: null };
    if (!(error instanceof Failure)) throw error;
    const { code, message } = error;
    return { status: "failed", failure: { code, message, question } };
  } finally {
    await answers.close();
  }
};

type Texts = Map<string, string>;

const textKey = (question: number, variant: number, repeat: number) => `${question} ${variant} ${repeat}`;

/** What was answered before. The texts are only needed for a judge. */
const keptSteps = async (trial: TrialFile, { store }: RunPorts) => {
  const done = new Set<string>();
  const texts: Texts = new Map();
  for await (const line of store.answers(trial.id)) {
    done.add(stepKey(line));
    if (trial.judge !== null && line.type === "answer")
      texts.set(textKey(line.question, line.variant, line.repeat), line.text);
    if (line.type === "judgement" && line.first === 1) forget(texts, line);
  }
  return { done, texts };
};

/** Both orders were judged, so nobody needs the pair any more. */
const forget = (
  texts: Texts,
  { question, repeat }: { readonly question: number; readonly repeat: number },
) => {
  for (const variant of [0, 1]) texts.delete(textKey(question, variant, repeat));
};

type Work = {
  readonly trial: TrialFile;
  readonly askers: readonly Asker[];
  readonly texts: Texts;
  readonly ports: RunPorts;
  readonly answers: AnswerWriter;
  readonly signal: AbortSignal;
};

const take = async (step: Step, work: Work): Promise<void> => {
  const line = step.type === "answer" ? await answered(step, work) : await judged(step, work);
  await work.answers.add(line);
};

const answered = async (
  step: Extract<Step, { type: "answer" }>,
  { trial, askers, texts, ports, signal }: Work,
): Promise<AnswerLine> => {
  const variant = trial.variants[step.variant];
  const asker = askers[step.variant];
  const question = trial.questions[step.question];
  if (!variant || !asker || !question) throw new Error("The trial has no such step.");
  const assembled = await promptOf(question.ask, variant, asker, ports, signal);
  const heard = await answerTo(assembled, asker, ports, signal);
  const checks = [];
  for (const check of question.checks) checks.push(await ports.worker.check(check, heard.text));
  if (trial.judge !== null) texts.set(textKey(step.question, step.variant, step.repeat), heard.text);
  return { ...step, ...heard, tools: [...heard.tools], prompt: promptMark(assembled), checks };
};

const judged = async (
  step: Extract<Step, { type: "judgement" }>,
  { trial, texts, ports, signal }: Work,
): Promise<AnswerLine> => {
  const { question, repeat, first } = step;
  const shown = [first, 1 - first].map((variant) => texts.get(textKey(question, variant, repeat)) ?? "");
  const [one = "", two = ""] = shown;
  if (trial.judge === null) throw new Error("The trial has no judge.");
  const pair = { question: trial.questions[question]?.ask ?? "", shown: [one, two] } as const;
  const { says, text, read, wrote, exact, ms, cost, local } = await askJudge(
    pair,
    trial.judge,
    ports,
    signal,
  );
  if (first === 1) forget(texts, step);
  const better = says === null ? null : says === "first" ? first : 1 - first;
  return { ...step, better, text, read, wrote, exact, ms, cost, local };
};
