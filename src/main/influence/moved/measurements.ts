import { LOCAL_PROVIDER } from "#shared/contract/model-files.ts";
import { Failure } from "#shared/contract/index.ts";
import type { influenceRoutes } from "#shared/contract/influence.ts";
import type { RouteOutput } from "#shared/contract/route.ts";
import type { Message } from "#shared/model/manifest.ts";
import type { MovedJudge, MovedResult } from "#shared/model/moved-result.ts";
import { numberText } from "#shared/model/number-text.ts";
import type { Receipt } from "#shared/model/session-entry.ts";
import type { ToolDefinition } from "#shared/model/tool.ts";
import type { Clock } from "../../base/clock.ts";
import { OneAtATime } from "../../base/one-at-a-time.ts";
import type { Run } from "../../context/runs/run-store.ts";
import type { LocalModels } from "../../providers/local/open-local-models.ts";
import type { Usage } from "../../providers/provider.ts";
import type { InfluenceStore } from "../influence-store.ts";
import type { PartNode } from "./part-node.ts";
import { allParts, leavesIn, partTree } from "./part-tree.ts";
import type { Depth } from "./plan-evaluations.ts";
import { sampledSources } from "./sampled-sources.ts";
import { type Evaluations, partsSoFar, type Progress, type Weigh, weighParts } from "./weigh-parts.ts";

/** Measurements that were not finished and can go on; each has some hundred kilobytes. */
const MAX_UNFINISHED = 8;

/** An answer and what was sent for it. */
export type AnsweredRun = {
  readonly id: string;
  readonly run: Run;
  readonly answer: string;
  readonly provider: string | undefined;
  readonly model: string | undefined;
  /** Of the first answer, as the provider said. */
  readonly usage: Usage | undefined;
  /** What it took, and what was sent of how words are chosen. */
  readonly receipt: Receipt | null;
};

export type MeasurementsOptions = {
  readonly models: Pick<LocalModels, "files" | "weigh" | "endWeighing">;
  readonly store: InfluenceStore;
  readonly clock: Clock;
  readonly onProgress: (run: string, progress: Progress) => void;
  readonly onMeasured: (run: string) => void;
};

type Prepared = RouteOutput<(typeof influenceRoutes)["influence.prepare"]>;

/** What moved an answer, estimated with a model in a file. One measurement at a time; they wait for answers. */
export class Measurements {
  readonly #options: MeasurementsOptions;
  readonly #turns = new OneAtATime();
  readonly #unfinished = new Map<string, Evaluations>();

  constructor(options: MeasurementsOptions) {
    this.#options = options;
  }

  async prepare(answered: AnsweredRun): Promise<Prepared> {
    const { manifest, messages } = answered.run;
    const tree = partTree(messages, manifest.segments);
    const files = await this.#options.models.files.list();
    const tokens = manifest.window.used;
    return {
      parts: leavesIn(tree).length,
      sent: allParts(tree)
        .filter(({ kind }) => kind === "file")
        .map(({ id, layer, source, title, tokens: size }) => ({ id, layer, source, title, tokens: size })),
      prompt: { tokens, exact: manifest.exact },
      model: answered.model ?? manifest.model,
      answer: answered.answer,
      receipt: answered.receipt,
      judges: files.map(({ id, name, model, problem }) => ({
        model: id,
        name,
        window: model?.window ?? null,
        isOwn: isOwn(answered, id),
        problem: problem ?? windowProblem(tokens, model?.window ?? null),
      })),
      tokens: { search: firstRound(tree, tokens), each: tokens * (1 + leavesIn(tree).length) },
    };
  }

  /** What the judge says, or has said until it was stopped or failed. */
  async measure(
    answered: AnsweredRun,
    { model, depth }: { readonly model: string; readonly depth: Depth },
    signal: AbortSignal,
  ): Promise<MovedResult> {
    const { models } = this.#options;
    const judge: MovedJudge = {
      kind: "file",
      model,
      name: models.files.entry(model).name,
      isOwn: isOwn(answered, model),
    };
    return this.#turns.run(async () => {
      signal.throwIfAborted();
      const evaluations = this.#evaluationsOf(`${answered.id}\n${model}`);
      const { manifest, messages } = answered.run;
      const tree = partTree(messages, manifest.segments);
      const weighing = { messages, tree, depth, evaluations };
      const weigh = this.#weighWith(judge, answered);
      const onProgress = (progress: Progress) => this.#options.onProgress(answered.id, progress);
      const keep = (state: MovedResult["state"], problem: string | null): MovedResult => {
        const { isDone: _isDone, ...parts } = partsSoFar(weighing);
        return this.#keep(answered, tree, { judge, depth, state, problem, ...parts });
      };
      try {
        await weighParts({ ...weighing, weigh, onProgress }, signal);
        this.#unfinished.delete(`${answered.id}\n${model}`);
        return keep("done", null);
      } catch (error) {
        if (evaluations.size === 0 || !(signal.aborted || error instanceof Failure)) throw error;
        const result = signal.aborted ? keep("stopped", null) : keep("failed", (error as Failure).message);
        signal.throwIfAborted();
        return result;
      } finally {
        await models.endWeighing(model).catch(() => {});
      }
    });
  }

  #weighWith({ model, isOwn: own }: MovedJudge, { run, answer }: AnsweredRun): Weigh {
    // A model that stands in may have no format for tools, and would not have called these.
    const tools = own ? (run.tools as readonly ToolDefinition[]) : [];
    return (messages: readonly Message[], maxAnswerTokens, signal) =>
      this.#options.models.weigh(model, { prompt: { messages, tools }, answer, maxAnswerTokens }, signal);
  }

  #keep(
    answered: AnsweredRun,
    tree: readonly PartNode[],
    found: Omit<MovedResult, "run" | "at" | "toolsLeft">,
  ): MovedResult {
    const { manifest } = answered.run;
    const toolsLeft = manifest.layers.find(({ id }) => id === "tools")?.tokens ?? 0;
    const at = this.#options.clock.now().toISOString();
    const result = { run: answered.id, at, ...found, toolsLeft };
    const samples = found.state === "done" ? sampledSources(tree, found.parts, found.failed) : new Map();
    this.#options.store.saveResult(result, manifest.agent, samples);
    this.#options.onMeasured(answered.id);
    return result;
  }

  #evaluationsOf(key: string): Evaluations {
    const known = this.#unfinished.get(key) ?? (new Map() as Evaluations);
    this.#unfinished.delete(key);
    this.#unfinished.set(key, known);
    for (const oldest of this.#unfinished.keys()) {
      if (this.#unfinished.size <= MAX_UNFINISHED) break;
      this.#unfinished.delete(oldest);
    }
    return known;
  }
}

const isOwn = ({ provider, model }: AnsweredRun, file: string): boolean =>
  provider === LOCAL_PROVIDER && model === file;

/** The whole prompt, and for each layer what comes after it. */
const firstRound = (tree: readonly PartNode[], tokens: number): number => {
  let read = tokens;
  let before = 0;
  for (const layer of tree) {
    before += layer.tokens;
    read += Math.max(0, tokens - before);
  }
  return read;
};

const windowProblem = (tokens: number, window: number | null): string | null =>
  window === null || tokens < window
    ? null
    : `The prompt has about ${numberText(tokens)} tokens, and this model's window is ${numberText(window)}.`;
