import type { FailureValue } from "#shared/contract/failure.ts";
import type { Message } from "#shared/model/manifest.ts";
import type { ToolDefinition } from "#shared/model/tool.ts";
import type { PoolAnswer, WantedCuts } from "../../tokens/count-pool.ts";
import type { ChatPart } from "../provider.ts";

/**
 * What the core and a model's process say to each other. A process runs one model file for one of two jobs: to
 * answer, or only to count, which needs the vocabulary but not the weights. It is never asked to close: everything
 * it has is read from a file, so it is killed.
 */
export type EngineStart = {
  readonly path: string;
  readonly job: "talk" | "count";
  /** Tokens of prompt and answer together. */
  readonly window: number;
  /** Use the graphics card, if there is one that can be used. */
  readonly gpu: boolean;
  /** Null: as many as the machine has cores. */
  readonly threads: number | null;
};

export type EngineRequest =
  | { readonly kind: "chat"; readonly prompt: EnginePrompt; readonly sampling: Sampling }
  /** The tokens of a whole prompt, as the model's template writes it. */
  | { readonly kind: "count-prompt"; readonly prompt: EnginePrompt }
  | { readonly kind: "count-text"; readonly text: string; readonly cuts: WantedCuts }
  /** How likely a text is as the answer to a prompt. Beside the conversation, with a state of its own. */
  | ({ readonly kind: "weigh" } & WeighRequest)
  /** Frees what `weigh` keeps between two requests. */
  | { readonly kind: "end-weighing" };

export type WeighRequest = {
  readonly prompt: EnginePrompt;
  readonly answer: string;
  /** Of the answer, from its beginning. */
  readonly maxAnswerTokens: number;
};

/** How likely an answer is after a prompt. */
export type Weighed = {
  readonly promptTokens: number;
  readonly answerTokens: number;
  /** Natural logarithm of the probability of each token of the answer that was judged, in order. */
  readonly logs: readonly number[];
  /** Tokens that were computed: the others were still there from the request before. */
  readonly evaluated: number;
};

export type EnginePrompt = {
  readonly messages: readonly Message[];
  readonly tools: readonly ToolDefinition[];
};

export type Sampling = {
  readonly maxOutputTokens: number;
  /** Null: the engine's own. */
  readonly temperature: number | null;
  readonly topP: number | null;
  /** Null: a different one each time. */
  readonly seed: number | null;
  /** Texts at which the answer ends; they are not a part of it. */
  readonly stop: readonly string[];
  /** Beside the conversation: the conversation's state is left as it is. */
  readonly aside: boolean;
};

export type ToEngine =
  | { readonly start: EngineStart }
  | { readonly id: number; readonly request: EngineRequest }
  | { readonly stop: number };

export type EngineValue = { readonly tokens: number } | PoolAnswer | Weighed | null;

export type FromEngine =
  /** Of the weights, 0 to 1. */
  | { readonly progress: number }
  | { readonly ready: ModelFacts }
  | { readonly id: number; readonly part: ChatPart }
  | { readonly id: number; readonly value: EngineValue }
  | { readonly id: number; readonly failure: FailureValue }
  /** Without an id: the model could not be opened. */
  | { readonly failure: FailureValue };

/** What only the engine can say about a model. */
export type ModelFacts = {
  /** The name of the chat format that is used. */
  readonly format: string;
  /** The model has a format for calling tools. */
  readonly hasTools: boolean;
  /** Tokens that the format adds per message, and once per prompt. */
  readonly overhead: { readonly message: number; readonly prompt: number };
};
