import { Failure } from "#shared/contract/index.ts";
import type { Signal } from "#shared/contract/signal.ts";
import type { ListedSet, TrialInput } from "#shared/contract/trials.ts";
import { AS_IT_IS, isQuestionSet, type SetProblem } from "#shared/model/trial.ts";
import type { TrialAnswer, TrialPlan, TrialResult, TrialSummary } from "#shared/model/trial-result.ts";
import { abortSignal } from "../base/abort-signal.ts";
import type { Log } from "../base/log.ts";
import type { Budget } from "../context/budget/budget.ts";
import { checkText } from "./checks/run-check.ts";
import { resultOf } from "./result/result-of.ts";
import { similaritiesOf, type Similarities } from "./result/similarity.ts";
import { tallyOf } from "./result/tally.ts";
import { planTrial, type Wanted } from "./run/plan-trial.ts";
import { type Ended, runTrial } from "./run/run-trial.ts";
import type { TrialFile } from "./run/trial-file.ts";
import { stepsOf } from "./run/trial-steps.ts";
import { TrialStore } from "./run/trial-store.ts";
import type { ReadSet } from "./sets/read-set.ts";
import type { Workspace } from "../workspace/workspace.ts";
import { type Kept, keepVariant } from "./keep-variant.ts";
import { type PastPorts, type PastQuestion, pastQuestions } from "./sets/past-questions.ts";
import { type SaveInput, saveSet } from "./sets/save-set.ts";
import type { TrialPorts } from "./trials-ports.ts";
import { TrialsWorker } from "./trials-worker.ts";

export type TrialsOptions = TrialPorts & {
  readonly store: TrialStore;
  readonly log: Log;
  /** A file of the project; fails as `workspace.read` does. */
  readFile(path: string): Promise<{ readonly text: string; readonly hash: string }>;
  readonly workspace: Pick<Workspace, "write" | "create">;
  readonly past: PastPorts;
  readonly budget: Pick<Budget, "keep">;
  /** Names of the files in `trials/`. */
  setFiles(): Promise<readonly string[]>;
  changed(trial: Omit<TrialSummary, "variants">): void;
};

type Running = {
  readonly id: string;
  readonly stop: AbortController;
  done: number;
  total: number;
  readonly ended: Promise<void>;
};

/** Calls one trial may make; a larger one is a mistake. */
const MAX_CALLS = 40_000;

/** Question sets, and trials of an open project: one runs at a time. */
export class Trials {
  readonly #options: TrialsOptions;
  readonly #worker = new TrialsWorker();
  #running: Running | null = null;
  #similar: { readonly key: string; readonly found: Similarities | null } | null = null;

  constructor(options: TrialsOptions) {
    this.#options = options;
  }

  async sets(): Promise<readonly ListedSet[]> {
    const paths = (await this.#options.setFiles()).filter(isQuestionSet).sort();
    const sets: ListedSet[] = [];
    for (const path of paths) {
      const read = await this.read(path).catch(failureOf);
      if (read instanceof Failure) sets.push({ path, title: "", questions: 0, checks: 0, problems: 1 });
      else {
        const { set, problems } = read;
        const checks = set.questions.reduce((sum, question) => sum + question.checks.length, 0);
        const { title, questions } = set;
        sets.push({ path, title, questions: questions.length, checks, problems: problems.length });
      }
    }
    return sets;
  }

  async read(
    path: string,
  ): Promise<ReadSet & { readonly path: string; readonly text: string; readonly hash: string }> {
    const { text, hash } = await this.#options.readFile(path);
    return { path, text, hash, ...(await this.#worker.readSet(text)) };
  }

  save(input: SaveInput): Promise<{ readonly path: string }> {
    return saveSet(input, this.#options.workspace);
  }

  past(input: Parameters<typeof pastQuestions>[0]): Promise<readonly PastQuestion[]> {
    return pastQuestions(input, this.#options.past);
  }

  async keep(id: string, index: number): Promise<Kept> {
    const { variants } = await this.#options.store.read(id);
    const variant = variants[index];
    if (!variant) throw new Failure("variant-unknown", "The trial has no such variant.", { id, index });
    return keepVariant(variant, this.#options.budget);
  }

  async plan(
    input: TrialInput,
    signal?: Signal,
  ): Promise<{ readonly plan: TrialPlan; readonly problems: readonly SetProblem[] }> {
    const { wanted, problems } = await this.#wanted(input);
    return { plan: await this.#planned(wanted, signal), problems };
  }

  async start(input: TrialInput, signal?: Signal): Promise<string> {
    this.#refuseSecond();
    const { wanted, read } = await this.#wanted(input);
    if (wanted.questions.length === 0)
      throw cannotStart(read.problems[0]?.message ?? `${input.path} has no questions.`);
    const plan = await this.#planned(wanted, signal);
    if (plan.calls > MAX_CALLS)
      throw cannotStart(`It would make ${plan.calls} calls; at most ${MAX_CALLS} are made in one trial.`);
    const wrong = plan.variants.find(({ problem }) => problem !== null);
    if (wrong?.problem) throw cannotStart(`"${wrong.name}" cannot be asked: ${wrong.problem.message}`);
    this.#refuseSecond();
    const { ids, clock, store } = this.#options;
    const trial: TrialFile = {
      version: 1,
      id: ids.next(),
      at: clock.now().toISOString(),
      title: read.set.title,
      set: input.path,
      questions: [...wanted.questions],
      variants: [...wanted.variants],
      repeats: wanted.repeats,
      judge: wanted.judge,
      seed: clock.now().getTime() % 2_147_483_647,
      status: "running",
      failure: null,
    };
    await store.write(trial);
    this.#run(trial);
    return trial.id;
  }

  async continue(id: string): Promise<void> {
    this.#refuseSecond();
    const trial = await this.#options.store.read(id);
    if (trial.status === "done") throw new Failure("trial-done", "This trial is finished.", { id });
    const again = { ...trial, status: "running" as const, failure: null };
    await this.#options.store.write(again);
    this.#refuseSecond();
    this.#run(again);
  }

  /** Settles when the answer under way was given up and everything so far is stored. */
  async stop(id: string): Promise<void> {
    const running = this.#running;
    if (running?.id !== id) return;
    running.stop.abort();
    await running.ended;
  }

  async list(): Promise<readonly TrialSummary[]> {
    const running = this.#running?.id;
    const trials = await this.#options.store.list();
    const summaries: TrialSummary[] = [];
    for (const trial of trials) summaries.push(await this.#summary(trial, running));
    return summaries;
  }

  async result(id: string, signal?: Signal): Promise<TrialResult> {
    const { store } = this.#options;
    const running = this.#running?.id;
    const trial = await store.read(id);
    const tally = await tallyOf(trial, store.answers(id));
    const summary = this.#summaryOf(trial, tally.done, running);
    const key = `${id} ${tally.done}`;
    if (summary.status !== "running" && this.#similar?.key !== key) {
      const found = await similaritiesOf(tally, this.#options.embedder(), signal).catch(unlessBug);
      this.#similar = { key, found };
    }
    const similar = this.#similar?.key === key ? this.#similar.found : null;
    return resultOf(trial, summary, tally, similar, (lists) => this.#worker.intervals(lists, trial.seed));
  }

  async answers(
    id: string,
    number: number,
  ): Promise<{ readonly ask: string; readonly answers: TrialAnswer[] }> {
    const { store } = this.#options;
    const trial = await store.read(id);
    const question = trial.questions[number];
    if (!question) throw new Failure("question-unknown", "The trial has no such question.", { id, number });
    const answers: TrialAnswer[] = [];
    for await (const line of store.answers(id)) {
      if (line.type !== "answer" || line.question !== number) continue;
      const { variant, repeat, text, ending, tools, read, wrote, exact, ms, cost, checks } = line;
      const checked = question.checks.map((check, index) => ({
        check: checkText(check),
        passed: checks[index]?.passed ?? null,
        why: checks[index]?.why ?? "",
      }));
      answers.push({ variant, repeat, text, ending, tools, read, wrote, exact, ms, cost, checks: checked });
    }
    return { ask: question.ask, answers };
  }

  async remove(id: string): Promise<void> {
    await this.stop(id);
    await this.#options.store.remove(id);
  }

  async close(): Promise<void> {
    this.#running?.stop.abort();
    await this.#running?.ended;
    await this.#worker.close();
  }

  async #wanted({ path, variants, repeats, judge }: TrialInput) {
    const read = await this.read(path);
    const { set, problems } = read;
    const own = set.variants.length > 0 ? set.variants : [AS_IT_IS];
    const wanted: Wanted = {
      questions: set.questions,
      variants: variants ?? own,
      repeats: repeats ?? set.repeats,
      judge: judge === undefined ? set.judge : judge,
    };
    return { wanted, problems, read };
  }

  #planned(wanted: Wanted, signal?: Signal): Promise<TrialPlan> {
    return planTrial(wanted, this.#options, signal && abortSignal(signal));
  }

  #refuseSecond(): void {
    if (!this.#running) return;
    const { id, done, total } = this.#running;
    throw new Failure("trial-running", `A trial is running (${done} of ${total}). Stop it, or wait for it.`, {
      id,
    });
  }

  #run(trial: TrialFile): void {
    const stop = new AbortController();
    let end = () => {};
    const ended = new Promise<void>((resolve) => (end = resolve));
    const running: Running = { id: trial.id, stop, done: 0, total: stepsOf(trial).length, ended };
    this.#running = running;
    const onStep = (done: number, total: number) => {
      Object.assign(running, { done, total });
      this.#tell(trial, done);
    };
    void this.#work(trial, onStep, stop.signal).finally(end);
  }

  async #work(
    trial: TrialFile,
    onStep: (done: number, total: number) => void,
    signal: AbortSignal,
  ): Promise<void> {
    const { log, store } = this.#options;
    let ended: Ended;
    try {
      ended = await runTrial(trial, { ...this.#options, worker: this.#worker }, onStep, signal);
    } catch (error) {
      log.error("A trial failed unexpectedly.", error, { trial: trial.id });
      const message = error instanceof Error ? error.message : String(error);
      ended = { status: "failed", failure: { code: "internal", message, question: null } };
    }
    const done = this.#running?.done ?? 0;
    const after = { ...trial, ...ended };
    await store
      .write(after)
      .catch((error: unknown) => log.error("A trial's end could not be written.", error));
    this.#running = null;
    this.#tell(after, done);
  }

  #tell(trial: TrialFile, done: number): void {
    const { variants: _, ...rest } = this.#summaryOf(trial, done);
    this.#options.changed(rest);
  }

  async #summary(trial: TrialFile, running: string | undefined): Promise<TrialSummary> {
    if (this.#running?.id === trial.id) return this.#summaryOf(trial, this.#running.done);
    let done = 0;
    for await (const _ of this.#options.store.answers(trial.id)) done += 1;
    return this.#summaryOf(trial, done, running);
  }

  /** `running`: the trial that ran when its file was read; it may have ended meanwhile. */
  #summaryOf(trial: TrialFile, done: number, running?: string): TrialSummary {
    const { id, at, title, set, status, failure, variants, questions, repeats, judge } = trial;
    const isRunning = this.#running?.id === id || running === id;
    // A process that ended did not write so.
    const known = isRunning ? "running" : status === "running" ? "interrupted" : status;
    return {
      id,
      at,
      title,
      set,
      status: known,
      failure,
      variants,
      questions: questions.length,
      repeats,
      judge,
      done,
      total: stepsOf(trial).length,
    };
  }
}

const cannotStart = (message: string): Failure => new Failure("trial-cannot-start", message);

const failureOf = (error: unknown): Failure => {
  if (error instanceof Failure) return error;
  throw error;
};

/** Without the model that compares, nothing is compared. */
const unlessBug = (error: unknown): null => {
  if (error instanceof Failure) return null;
  throw error;
};
