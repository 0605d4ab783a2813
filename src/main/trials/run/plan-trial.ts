import { Failure } from "#shared/contract/index.ts";
import type { NamedModel, Question, Variant } from "#shared/model/trial.ts";
import type { TrialPlan } from "#shared/model/trial-result.ts";
import { costOf } from "../../providers/cost-of.ts";
import type { AskPorts } from "../trials-ports.ts";
import { askerOf, promptOf } from "./ask.ts";
import { JUDGE_ANSWER_TOKENS, JUDGE_PROMPT_TOKENS } from "./judge.ts";

export type Wanted = {
  readonly questions: readonly Question[];
  readonly variants: readonly Variant[];
  readonly repeats: number;
  readonly judge: NamedModel | null;
};

/** Prompts that are assembled to say what a trial costs; of longer sets every n-th question. */
const MAX_LOOKED = 40;

/** What a trial would take, and why it cannot start. Asks no model. */
export const planTrial = async (
  wanted: Wanted,
  ports: AskPorts,
  signal?: AbortSignal,
): Promise<TrialPlan> => {
  const looked = someOf(wanted.questions);
  const variants = [];
  for (const variant of wanted.variants)
    variants.push(await planVariant(variant, wanted, looked, ports, signal));
  const judge = wanted.judge && (await planJudge(wanted.judge, wanted, variants, ports));
  return {
    questions: wanted.questions.length,
    repeats: wanted.repeats,
    calls: variants.reduce((sum, { calls }) => sum + calls, 0) + judgeCalls(wanted),
    judgeCalls: judgeCalls(wanted),
    looked: looked.length,
    variants,
    judge,
  };
};

/** Each pair of answers is judged twice, with either one first. */
export const judgeCalls = ({ questions, variants, repeats, judge }: Wanted): number =>
  judge !== null && variants.length === 2 ? 2 * questions.length * repeats : 0;

type PlannedVariant = TrialPlan["variants"][number];

const planVariant = async (
  variant: Variant,
  { questions, repeats }: Wanted,
  looked: readonly Question[],
  ports: AskPorts,
  signal?: AbortSignal,
): Promise<PlannedVariant> => {
  const calls = questions.length * repeats;
  const unknown = { ...NOTHING, name: variant.name, agent: variant.agent ?? "", calls };
  try {
    const asker = await askerOf(variant, ports);
    const { agent, provider, model } = asker;
    const named = { ...unknown, agent: agent.displayName, provider: provider.id, model };
    try {
      let read = 0;
      let seen = { window: 0, write: 0, cut: 0, recalled: 0, tools: 0, exact: true };
      for (const { ask } of looked) {
        const { manifest, tools } = await promptOf(ask, variant, asker, ports, signal);
        const { used, max, reservedOutput } = manifest.window;
        const isRecalled = manifest.segments.some(
          ({ id, source, sent }) => id.startsWith("memory:") && sent.chars > 0 && isLeftOut(source, variant),
        );
        const isCut = manifest.segments.some(({ reason }) => reason === "window");
        read += used;
        seen = {
          window: max,
          write: reservedOutput,
          cut: seen.cut + (isCut ? 1 : 0),
          recalled: seen.recalled + (isRecalled ? 1 : 0),
          tools: tools.length,
          exact: seen.exact && manifest.exact,
        };
      }
      const all = looked.length === 0 ? 0 : Math.round((read / looked.length) * calls);
      const write = seen.write * calls;
      const { price, local } = await ports.priced(provider.id, model);
      return {
        ...named,
        read: all,
        exact: seen.exact && looked.length === questions.length,
        write,
        cost: price && costOf({ input: all, output: write, cached: null }, price),
        local,
        window: seen.window,
        cut: seen.cut,
        recalled: seen.recalled,
        tools: seen.tools,
      };
    } catch (error) {
      return { ...named, problem: problemOf(error) };
    }
  } catch (error) {
    return { ...unknown, problem: problemOf(error) };
  }
};

const NOTHING: PlannedVariant = {
  name: "",
  agent: "",
  provider: "",
  model: "",
  calls: 0,
  read: 0,
  exact: false,
  write: 0,
  cost: null,
  local: false,
  window: 0,
  cut: 0,
  recalled: 0,
  tools: 0,
  problem: null,
};

/** A hit of a file is called `path#1`. */
const isLeftOut = (source: string, { overrides }: Variant): boolean => {
  const file = source.replace(/#\d+$/, "");
  return Object.entries(overrides?.files ?? {}).some(
    ([path, { exclude }]) => exclude === true && (file === path || file.endsWith(`/${path}`)),
  );
};

const problemOf = (error: unknown): { code: string; message: string } => {
  if (!(error instanceof Failure)) throw error;
  return { code: error.code, message: error.message };
};

const planJudge = async (
  judge: NamedModel,
  wanted: Wanted,
  variants: readonly PlannedVariant[],
  ports: AskPorts,
): Promise<TrialPlan["judge"]> => {
  const calls = judgeCalls(wanted);
  const answers = variants.reduce((sum, { write, calls: asked }) => sum + (asked > 0 ? write / asked : 0), 0);
  const longest = wanted.questions.reduce((sum, { ask }) => sum + ask.length / 4, 0);
  const question = wanted.questions.length === 0 ? 0 : longest / wanted.questions.length;
  const read = Math.round(calls * (JUDGE_PROMPT_TOKENS + answers + question));
  const write = calls * JUDGE_ANSWER_TOKENS;
  const { price, local } = await ports.priced(judge.provider, judge.model);
  return {
    ...judge,
    read,
    write,
    local,
    cost: price && costOf({ input: read, output: write, cached: null }, price),
  };
};

const someOf = (questions: readonly Question[]): readonly Question[] => {
  const step = Math.max(1, Math.ceil(questions.length / MAX_LOOKED));
  return questions.filter((_, index) => index % step === 0);
};
