import { Failure } from "#shared/contract/index.ts";
import type { influenceRoutes } from "#shared/contract/influence.ts";
import type { RouteOutput } from "#shared/contract/route.ts";
import type { AnsweredAgain } from "#shared/model/answered-again.ts";
import type { MovedPart, MovedResult } from "#shared/model/moved-result.ts";
import type { Sampling } from "#shared/model/sampling.ts";
import type { ToolDefinition } from "#shared/model/tool.ts";
import type { Clock } from "../../base/clock.ts";
import type { CallLog } from "../../providers/call-log.ts";
import { costOf } from "../../providers/cost-of.ts";
import type { Providers } from "../../providers/open-providers.ts";
import type { ChatRequest, Usage } from "../../providers/provider.ts";
import type { InfluenceStore } from "../influence-store.ts";
import { leaveOut } from "../moved/leave-out.ts";
import type { AnsweredRun } from "../moved/measurements.ts";
import type { PartNode } from "../moved/part-node.ts";
import { allParts, partTree } from "../moved/part-tree.ts";
import { sampledSources } from "../moved/sampled-sources.ts";
import { compareAnswers } from "./compare-answers.ts";

export type AgainOptions = {
  readonly providers: Pick<Providers, "get" | "priced">;
  readonly calls: Pick<CallLog, "follow">;
  readonly store: InfluenceStore;
  readonly clock: Clock;
  readonly onAnswered: (run: string, done: number, of: number) => void;
  readonly onMeasured: (run: string) => void;
};

export type Ask = {
  /** Id of a part: a segment, a layer, or a section. */
  readonly part: string;
  /** Answers on each side: without the part, and with everything. One means only one without. */
  readonly times: number;
};

type Price = RouteOutput<(typeof influenceRoutes)["influence.priceAgain"]>;
type Outcome = RouteOutput<(typeof influenceRoutes)["influence.again"]>;

/** Asks the model that answered once more, without a part. Nothing is learned from it, and no tool is run. */
export class Again {
  readonly #options: AgainOptions;

  constructor(options: AgainOptions) {
    this.#options = options;
  }

  /** What asking would take; asks nobody. */
  async price(answered: AnsweredRun, ask: Ask): Promise<Price> {
    const { provider, model } = modelOf(answered);
    const part = partOf(answered, ask.part);
    const { manifest } = answered.run;
    const calls = callsOf(ask.times);
    const whole = manifest.window.used;
    const read = ask.times * Math.max(0, whole - part.tokens) + (calls - ask.times) * whole;
    // As long as the first answer was, by a rule of thumb where its length is not known.
    const output = answered.usage?.output ?? Math.ceil(answered.answer.length / CHARS_PER_TOKEN);
    const { price, local } = await this.#options.providers.priced(provider, model);
    const usage = { input: read, cached: null, output: calls * output };
    return {
      calls,
      read,
      wrote: calls * output,
      provider,
      model,
      local,
      cost: price && costOf(usage, price),
    };
  }

  /** Answers one after the other. One that fails is kept with its reason, and the others are asked for. */
  async ask(answered: AnsweredRun, ask: Ask, signal: AbortSignal): Promise<Outcome> {
    const part = partOf(answered, ask.part);
    const answers: AnsweredAgain[] = [];
    const calls = callsOf(ask.times);
    for (let call = 0; call < calls; call++) {
      // Both sides take turns, so that a server that changes in between changes both.
      const isWithout = ask.times === 1 || call % 2 === 0;
      answers.push({ call: call + 1, ...(await this.#answer(answered, isWithout ? part : null, signal)) });
      this.#options.onAnswered(answered.id, answers.length, calls);
    }
    const result = ask.times > 1 ? this.#compare(answered, part, answers) : null;
    return { answers, result };
  }

  async #answer(
    answered: AnsweredRun,
    part: PartNode | null,
    signal: AbortSignal,
  ): Promise<Omit<AnsweredAgain, "call">> {
    const { providers, calls, clock } = this.#options;
    const { manifest } = answered.run;
    const { provider: id, model } = modelOf(answered);
    const provider = calls.follow(await providers.get(id), manifest.agent);
    const began = clock.now().getTime();
    const said = { text: "", calls: [] as string[], usage: NO_USAGE };
    let problem: string | null = null;
    try {
      for await (const piece of provider.chat(requestOf(answered, model, part), signal)) {
        if (piece.type === "text") said.text += piece.text;
        if (piece.type === "tool-call") said.calls.push(piece.name);
        if (piece.type === "finish") {
          said.usage = piece.usage;
          if (piece.reason === "refused") problem = "The model refused to answer.";
          if (piece.reason === "length") problem = "The answer reached its length limit.";
        }
      }
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof Failure)) throw error;
      problem = error.message;
    }
    const { price } = await providers.priced(id, model);
    const isKnown = said.usage.input !== null || said.usage.output !== null;
    return {
      without: part ? [...part.segments] : [],
      ...said,
      cost: isKnown && price ? costOf(said.usage, price) : null,
      ms: Math.max(0, clock.now().getTime() - began),
      problem,
    };
  }

  #compare(answered: AnsweredRun, part: PartNode, answers: readonly AnsweredAgain[]): MovedResult {
    const { store, clock } = this.#options;
    const whole = answers.filter(({ text, problem }) => problem === null && text !== "");
    const texts = (isWithout: boolean) =>
      whole.filter(({ without }) => without.length > 0 === isWithout).map(({ text }) => text);
    const [withIt, without] = [texts(false), texts(true)];
    const { cuts: _cuts, children: _children, ...shown } = part;
    const failed = answers.length - whole.length;
    const { model } = modelOf(answered);
    const earlier = store
      .results(answered.id)
      .find(({ judge }) => judge.kind === "again" && judge.model === model);
    const kept = (earlier?.parts ?? []).filter(({ id }) => id !== part.id);
    const fewer = Math.min(withIt.length, without.length);
    const now: MovedPart = {
      ...shown,
      segments: [...shown.segments],
      parts: 1,
      answers: fewer,
      ...compareAnswers(answered.answer, withIt, without),
      basis: "whole",
    };
    const problem = answers.find((each) => each.problem !== null)?.problem ?? null;
    const parts = fewer === 0 ? kept : [...kept, now];
    const result: MovedResult = {
      run: answered.id,
      at: clock.now().toISOString(),
      judge: { kind: "again", model, name: model, isOwn: true },
      depth: "each",
      state: failed > 0 ? "failed" : "done",
      problem,
      parts,
      failed: fewer === 0 ? [{ id: part.id, title: part.title, problem: problem ?? NO_WORDS }] : [],
      prompt: answered.run.manifest.window.used,
      answer: 0,
      judged: 0,
      control: 0,
      evaluations: (earlier?.evaluations ?? 0) + answers.length,
      evaluated: (earlier?.evaluated ?? 0) + answers.reduce((sum, { usage }) => sum + (usage.input ?? 0), 0),
      naive: 0,
      toolsLeft: 0,
    };
    const tree = partTree(answered.run.messages, answered.run.manifest.segments);
    store.saveResult(result, answered.run.manifest.agent, sampledSources(tree, parts.filter(isSample), []));
    this.#options.onMeasured(answered.id);
    return result;
  }
}

/** Only several answers on each side can show that a part moved nothing. */
const MIN_ANSWERS = 5;
const isSample = ({ moved, answers }: MovedPart): boolean => moved || (answers ?? 0) >= MIN_ANSWERS;
const NO_WORDS = "The answers had no words to compare.";

const CHARS_PER_TOKEN = 4;
const NO_USAGE: Usage = { input: null, cached: null, output: null };

/** One: only without the part, beside the answer that is there already. */
const callsOf = (times: number): number => (times === 1 ? 1 : 2 * times);

const modelOf = ({ provider, model }: AnsweredRun): { readonly provider: string; readonly model: string } => {
  if (provider !== undefined && model !== undefined) return { provider, model };
  throw new Failure("answer-unknown", "It is not known which model gave this answer.");
};

const partOf = ({ run }: AnsweredRun, id: string): PartNode => {
  const part = allParts(partTree(run.messages, run.manifest.segments)).find((each) => each.id === id);
  if (part) return part;
  throw new Failure("part-unknown", "This part was not sent with the messages, so it cannot be left out.", {
    part: id,
  });
};

const requestOf = (answered: AnsweredRun, model: string, part: PartNode | null): ChatRequest => {
  const { manifest, messages, tools } = answered.run;
  return {
    ...samplingOf(answered.receipt ?? {}),
    model,
    messages: part ? leaveOut(messages, part.cuts) : messages,
    tools: tools as readonly ToolDefinition[],
    window: manifest.window.max,
    maxOutputTokens: manifest.window.reservedOutput,
    purpose: "again",
    about: { session: manifest.session },
  };
};

const samplingOf = ({ temperature, topP, effort, seed, stop }: Sampling): Sampling => ({
  ...(temperature !== undefined && { temperature }),
  ...(topP !== undefined && { topP }),
  ...(effort !== undefined && { effort }),
  ...(seed !== undefined && { seed }),
  ...(stop !== undefined && { stop }),
});
